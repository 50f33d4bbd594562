import Glibc

/// How far a town reaches, estimated from its inhabitants.
package enum Reach {
    /// Towns with fewer are not searched for around a point; they count only when they are the nearest.
    package static let leastOfCity = 10_000

    /// Metres: the radius of a disc that `population` fills.
    ///
    /// 3,000 live on a square kilometre, as in towns of every continent; beyond a million ever more, so that New York
    /// does not reach its suburbs: 7,200 in a city of 9 million, as London and Tokyo have.
    package static func radius(population: Int) -> Double {
        let millions = Double(population) / 1_000_000
        let density = 3000 * pow(max(1, millions), 0.4)
        return 1000 * (Double(population) / (.pi * density)).squareRoot()
    }
}
