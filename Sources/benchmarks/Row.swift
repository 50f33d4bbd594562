/// One thing that was measured, a value a round, beside the same of a peer.
struct Row: Encodable {
    /// What a budget limits.
    enum Limit: String, Encodable { case value, ratio }

    let benchmark: String
    let measure: String
    let unit: String
    /// In the order of the rounds.
    let rounds: [Double]
    private(set) var peer: String?
    private(set) var peerRounds: [Double]?
    /// The quotient of each round.
    private(set) var ratios: [Double]?
    private(set) var budget: Double?
    private(set) var budgetOf: Limit?

    init(_ benchmark: String, _ measure: String, _ unit: String, _ rounds: [Double]) {
        self.benchmark = benchmark
        self.measure = measure
        self.unit = unit
        self.rounds = rounds
    }

    /// The same thing measured of something else in the same rounds; a peer that is missing has none.
    func beside(_ peer: String, _ rounds: [Double]) -> Row {
        guard rounds.count == self.rounds.count else { return self }
        var row = self
        row.peer = peer
        row.peerRounds = rounds
        row.ratios = zip(self.rounds, rounds).map { $0 / $1 }
        return row
    }

    /// The most that the median may be.
    func within(_ budget: Double, _ limit: Limit = .value) -> Row {
        var row = self
        row.budget = budget
        row.budgetOf = limit
        return row
    }

    /// Nil without a budget, or without the peer it is relative to.
    var holds: Bool? {
        guard let budget, let limited = budgetOf == .ratio ? ratios : rounds else { return nil }
        return limited.spread.median <= budget
    }
}

extension [Double] {
    /// Smallest, middle and largest; of an even count the lower of the two in the middle.
    var spread: (least: Double, median: Double, most: Double) {
        (self.min() ?? .nan, quantile(0.5), self.max() ?? .nan)
    }

    /// The smallest value that at least this share of all do not exceed.
    func quantile(_ share: Double) -> Double {
        guard !isEmpty else { return .nan }
        let rank = Int((share * Double(count)).rounded(.up))
        return sorted()[Swift.min(count, Swift.max(1, rank)) - 1]
    }
}
