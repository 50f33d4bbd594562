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

/// Of what is read, for the hints of errors.
let coordinateExamples = "write it like 37.5547 126.9706 or 37°33'17\"N 126°58'14\"E"

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
            "the latitude \(latitude) is beyond 90 degrees",
            hint: abs(longitude) <= 90 ? "swapped? latitude comes first" : coordinateExamples)
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        throw CoordinateTextError(
            "the longitude \(longitude) is beyond 180 degrees", hint: coordinateExamples)
    }
    return coordinate
}
