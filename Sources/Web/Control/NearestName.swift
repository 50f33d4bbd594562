/// The name that takes the fewest changes to become `word`; one that is the word's beginning comes first.
func nearest(to word: String, in names: [String]) -> String? {
    let word = String(word.prefix(40)).lowercased()
    if let start = names.first(where: { word.hasPrefix($0) || $0.hasPrefix(word) }) {
        return start
    }
    return names.min { mistakes(word, $0) < mistakes(word, $1) }
}

/// Letters added and left out; an exchange is both, so that of equals the one sharing letters wins: `lng` is `lon`.
private func mistakes(_ a: String, _ b: String) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, other) in b.enumerated() {
            let exchanged = diagonal + (letter == other ? 0 : 2)
            diagonal = row[j + 1]
            row[j + 1] = min(exchanged, row[j] + 1, row[j + 1] + 1)
        }
    }
    return row[b.count]
}
