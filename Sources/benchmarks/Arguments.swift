/// What the command line asks for.
struct Arguments {
    private(set) var names: Set<String> = []
    private(set) var rounds = 3
    private(set) var recordings: [String] = []
    private(set) var json = false
    private(set) var wantsHelp = false

    /// No name at all means every one of `known`.
    init(_ words: [String], _ known: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--json": json = true
            case "--help", "-h": wantsHelp = true
            case "--recording":
                guard let path = words.popFirst() else {
                    throw Failure("--recording takes a file")
                }
                recordings.append(path)
            case "--rounds":
                guard let count = words.popFirst().flatMap(Int.init), 1...100 ~= count else {
                    throw Failure("--rounds takes a number from 1 to 100")
                }
                rounds = count
            default:
                guard known.contains(word) else {
                    throw Failure(
                        "\(word) is no benchmark; there are \(known.joined(separator: ", "))")
                }
                names.insert(word)
            }
        }
        if names.isEmpty { names = Set(known) }
    }
}
