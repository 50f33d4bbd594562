/// Why a text is not a coordinate: the rule it breaks, and what to write instead.
package struct CoordinateTextError: Error, Hashable, Sendable {
    package let message: String
    package let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

extension Coordinate {
    /// Reads a coordinate as people write it.
    ///
    /// Decimal degrees with a point, or degrees, minutes and seconds with their signs; a space, a comma or a
    /// semicolon between; N, S, E and W before or after each number. Latitude comes first unless the letters say
    /// otherwise. What could mean two places is refused, never guessed.
    package init(text: String) throws(CoordinateTextError) {
        guard text.utf8.count <= 200 else {
            throw CoordinateTextError(
                "a coordinate of \(text.utf8.count) bytes is too long: at most 200 are read")
        }
        let tokens = try CoordinateToken.tokens(of: text)
        try refuseDecimalComma(tokens, text)
        var parser = CoordinateParser(tokens)
        let (first, second) = try parser.halves()
        self = try coordinate(first, second)
    }

    /// Whether `text` is meant as a coordinate rather than as the name of a place, right or wrong.
    package static func isMeant(by text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }
        let numberWords: Set = ["n", "s", "e", "w", "nan", "inf", "infinity", "º"]
        let hasNumber =
            text.contains { $0.isNumber } || words.contains { ["nan", "inf"].contains($0) }
        return hasNumber && words.allSatisfy { numberWords.contains(String($0)) }
    }
}

private let examples = "write it like 37.5547 126.9706 or 37°33'17\"N 126°58'14\"E"

/// A comma between digits without a point anywhere is as likely a decimal comma as a separator.
private func refuseDecimalComma(
    _ tokens: [CoordinateToken], _ text: String
) throws(CoordinateTextError) {
    let hasPoint = tokens.contains {
        if case .number(let digits) = $0 { digits.contains(".") } else { false }
    }
    let scalars = Array(text.unicodeScalars)
    let hasTightComma = scalars.indices.contains { index in
        index > 0 && index + 1 < scalars.count && scalars[index] == ","
            && isDigit(scalars[index - 1]) && isDigit(scalars[index + 1])
    }
    guard !hasPoint, hasTightComma else { return }
    throw CoordinateTextError(
        "a comma inside a number could be a decimal comma",
        hint: "decimals take a point and a space separates the two: 36.5 127.25")
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

/// One of the two numbers with what its letter says of it.
struct CoordinateHalf {
    var degrees: Double
    var hemisphere: Character?

    var isLatitude: Bool? { hemisphere.map { $0 == "N" || $0 == "S" } }
}

private func coordinate(
    _ first: CoordinateHalf, _ second: CoordinateHalf
) throws(CoordinateTextError) -> Coordinate {
    let firstIsLatitude = first.isLatitude ?? second.isLatitude.map { !$0 } ?? true
    guard second.isLatitude != firstIsLatitude else {
        throw CoordinateTextError(
            "both numbers are \(firstIsLatitude ? "latitudes" : "longitudes")",
            hint: "one takes N or S, the other E or W")
    }
    let (latitude, longitude) =
        firstIsLatitude ? (first.degrees, second.degrees) : (second.degrees, first.degrees)
    guard abs(latitude) <= 90 else {
        throw CoordinateTextError(
            "the latitude \(latitude) is beyond 90 degrees", hint: "swapped? latitude comes first")
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        throw CoordinateTextError(
            "the longitude \(longitude) is beyond 180 degrees", hint: examples)
    }
    return coordinate
}

/// Reads the two halves out of the tokens.
struct CoordinateParser {
    private var rest: ArraySlice<CoordinateToken>
    private let lettersFirst: Bool

    init(_ tokens: [CoordinateToken]) {
        rest = tokens[...]
        lettersFirst = if case .hemisphere = tokens.first { true } else { false }
    }

    mutating func halves() throws(CoordinateTextError) -> (CoordinateHalf, CoordinateHalf) {
        guard !rest.isEmpty else {
            throw CoordinateTextError("the coordinate is empty", hint: examples)
        }
        let first = try half()
        if rest.first == .separator { rest.removeFirst() }
        guard !rest.isEmpty else {
            throw CoordinateTextError(
                "one number is not a place", hint: "give latitude and longitude: \(examples)")
        }
        let second = try half()
        guard rest.isEmpty else {
            throw CoordinateTextError("there is more than two numbers", hint: examples)
        }
        return (first, second)
    }

    private mutating func half() throws(CoordinateTextError) -> CoordinateHalf {
        var hemisphere = lettersFirst ? takeHemisphere() : nil
        let sign = takeSign()
        let degrees = try angle()
        if !lettersFirst { hemisphere = takeHemisphere() }
        guard hemisphere == nil || sign == nil else {
            throw CoordinateTextError(
                "a sign and a letter contradict each other", hint: "write -37.5 or 37.5 S")
        }
        let negative = sign == "-" || hemisphere == "S" || hemisphere == "W"
        return CoordinateHalf(degrees: negative ? -degrees : degrees, hemisphere: hemisphere)
    }

    /// Degrees, perhaps with minutes, perhaps with seconds.
    private mutating func angle() throws(CoordinateTextError) -> Double {
        let degrees = try number()
        guard takeMark(.degree), let minutes = try part(.minute, after: degrees) else {
            return degrees.value
        }
        let seconds = try part(.second, after: minutes)
        return degrees.value + minutes.value / 60 + (seconds?.value ?? 0) / 3600
    }

    /// Minutes or seconds, when the next number has that mark.
    private mutating func part(
        _ mark: CoordinateToken, after whole: Digits
    ) throws(CoordinateTextError) -> Digits? {
        guard rest.count >= 2, rest[rest.startIndex + 1] == mark else { return nil }
        guard whole.isWhole else {
            throw CoordinateTextError(
                "a number with decimals cannot be followed by smaller parts", hint: examples)
        }
        let number = try number()
        rest.removeFirst()
        guard number.value < 60 else {
            throw CoordinateTextError("minutes and seconds are below 60", hint: examples)
        }
        return number
    }

    private mutating func number() throws(CoordinateTextError) -> Digits {
        guard case .number(let text)? = rest.first, let value = Double(text) else {
            throw CoordinateTextError("a number is missing", hint: examples)
        }
        rest.removeFirst()
        return Digits(value: value, isWhole: !text.contains("."))
    }

    private mutating func takeHemisphere() -> Character? {
        guard case .hemisphere(let letter)? = rest.first else { return nil }
        rest.removeFirst()
        return letter
    }

    private mutating func takeSign() -> Character? {
        guard case .sign(let sign)? = rest.first else { return nil }
        rest.removeFirst()
        return sign
    }

    private mutating func takeMark(_ mark: CoordinateToken) -> Bool {
        guard rest.first == mark else { return false }
        rest.removeFirst()
        return true
    }

    private struct Digits {
        var value: Double
        var isWhole: Bool
    }
}
