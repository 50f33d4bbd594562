import Lookup
import Testing

@Suite("Digest of settings")
struct SettingsDigestTests {
    // The 64 bits of RFC 9923's test vectors: cbf29ce484222325, af63dc4c8601ec8c and 85944171f73967e8; their halves are
    // combined by exclusive or.
    @Test(
        "is the same in every process",
        arguments: [("", 0x4FD0_BFC1), ("a", 0x2962_30C0), ("foobar", 0x72AD_2699)]
            as [(String, Int64)])
    func vectors(text: String, digest: Int64) {
        #expect(SettingsDigest.of([text]) == digest)
    }

    @Test("tells texts apart, also where they only change places")
    func differs() {
        let digests = [["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"], ["a"]].map(SettingsDigest.of)
        #expect(Set(digests).count == 5)
    }
}
