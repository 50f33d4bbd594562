extension String {
    /// All but the unreserved characters of RFC 3986, and those of `allowed`, as `%XX`.
    package func percentEncoded(allowing allowed: String = "") -> String {
        let hex = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let plain =
                character.isASCII
                && (character.isLetter || character.isNumber || "-._~".contains(character)
                    || allowed.contains(character))
            result +=
                plain ? String(character) : "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
        }
    }
}
