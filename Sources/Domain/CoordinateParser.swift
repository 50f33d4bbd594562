/// One of the two numbers with what its letter says of it.
struct CoordinateHalf {
    var degrees: Double
    var hemisphere: Character?

    var isLatitude: Bool? { hemisphere.map { $0 == "N" || $0 == "S" } }
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
            throw CoordinateTextError("the coordinate is empty", hint: coordinateExamples)
        }
        let first = try half()
        if rest.first == .separator { rest.removeFirst() }
        guard !rest.isEmpty else {
            throw CoordinateTextError(
                "one number is not a place",
                hint: "give latitude and longitude: \(coordinateExamples)")
        }
        let second = try half()
        guard rest.isEmpty else {
            throw CoordinateTextError("there are more than two numbers", hint: coordinateExamples)
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
                "a number with decimals cannot be followed by smaller parts",
                hint: coordinateExamples)
        }
        let number = try number()
        rest.removeFirst()
        guard number.value < 60 else {
            throw CoordinateTextError("minutes and seconds are below 60", hint: coordinateExamples)
        }
        return number
    }

    private mutating func number() throws(CoordinateTextError) -> Digits {
        guard case .number(let text)? = rest.first, let value = Double(text) else {
            throw CoordinateTextError("a number is missing", hint: coordinateExamples)
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
