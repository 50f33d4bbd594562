package import Domain

extension TextRenderer {
    /// Each host with what it is told, how precisely and how often; nobody, if so.
    package func render(_ disclosures: [Schema.Disclosure]) -> String {
        guard !disclosures.isEmpty else { return words.nothingLeaves + "\n" }
        var block = block(gutter: 0)
        for disclosure in disclosures {
            block.add("\(disclosure.host.printable) (\(disclosure.provider.printable))", .bold)
            block.add(label: words.label(.told), block.wrapped(told(disclosure)))
            let count = words.requests(disclosure.requests_24h)
            block.add(label: words.label(.requests), [words.lastDay(count)])
        }
        return block.text
    }

    private func told(_ disclosure: Schema.Disclosure) -> [String] {
        switch disclosure.lacks {
        case "key": return [words.notAskedWithoutKey]
        case "contact": return [words.notAskedWithoutContact]
        default: break
        }
        var items = disclosure.places.map { place in
            words.placeTold(
                to: measures.distance(place.precision_m), for: word(place.part, words.part))
        }
        if disclosure.fixes { items.append(words.fixesTold) }
        if disclosure.names { items.append(words.namesTold) }
        if disclosure.key { items.append(words.keyTold) }
        if disclosure.language != nil { items.append(words.languageTold) }
        if let contact = disclosure.contact { items.append(contact.printable) }
        return items.isEmpty ? [words.notAskedAnyMore] : items
    }
}
