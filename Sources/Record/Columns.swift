extension StringProtocol {
    /// Columns on a terminal: East Asian wide characters take two, combining ones none.
    ///
    /// A small table of Unicode's wide blocks stands in for `wcwidth`, which needs a locale set for the whole process.
    var columns: Int { unicodeScalars.reduce(0) { $0 + width(of: $1) } }

    /// Filled up with spaces on the right; longer text stays whole.
    func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// Filled up with spaces on the left, as numbers in a table are.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - columns)) + String(self)
    }
}

private func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    // Vowels and finals of decomposed Hangul join the initial, which is wide.
    case 0x1160...0x11FF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        return 2
    default: return 1
    }
}
