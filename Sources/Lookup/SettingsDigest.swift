/// Tells whether settings are still those that were refused, without keeping them.
package enum SettingsDigest {
    /// FNV-1a of 64 bits folded to 32 (RFC 9923): the same in every process, and too short to lead back to a key.
    package static func of(_ texts: [String]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in texts.joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return Int64(hash >> 32 ^ hash & 0xFFFF_FFFF)
    }
}
