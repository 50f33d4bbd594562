import Testing

@testable import Publish

@Suite("Clients of one id")
struct RivalsTests {
    @Test(
        "M03 are likely after three connections in a row that were soon over",
        arguments: [
            ([1.0, 1.0], false), ([1.0, 1.0, 1.0], true), ([1.0, 1.0, 60.0], false),
            ([1.0, 1.0, 60.0, 1.0, 1.0], false), ([60.0, 1.0, 1.0, 1.0, 1.0], true), ([], false),
        ] as [([Double], Bool)])
    func likely(lasted: [Double], isLikely: Bool) {
        var rivals = Rivals()
        for seconds in lasted { rivals.note(lasted: seconds, steady: 20) }
        #expect(rivals.isLikely == isLikely)
    }

    @Test("are told with the setting that ends it, and a name of odd signs as text")
    func sentence() {
        #expect(Rivals().sentence("van").contains("mqtt.client_id"))
        #expect(!Rivals().sentence("a\u{1B}b").contains("\u{1B}"))
    }
}
