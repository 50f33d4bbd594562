import Domain
import Foundation
import Record
import Testing

@Suite("Record encoder", .serialized)
struct RecordEncoderTests {
    private func encoder(_ format: Format, explain: Bool = false) throws -> RecordEncoder {
        RecordEncoder(format: format, renderer: try Samples.renderer(.en), explain: explain)
    }

    @Test("passes on what explains the gate only when asked", arguments: Format.allCases)
    func explain(format: Format) throws {
        let events: [Event] = [
            .rejected(try Samples.fix().fix, [.near]),
            .superseded(Superseded(seq: 1, by: 2, parts: [.address])),
        ]
        for event in events {
            #expect(try encoder(format).encode(event) == nil)
            // A document has only what has a place.
            let isTold = try encoder(format, explain: true).encode(event) != nil
            #expect(isTold != format.isDocument)
        }
    }

    @Test("every event is one line of JSON with its type")
    func json() throws {
        let milepost = try Samples.milepost(language: .ko)
        let events: [Event] = [
            .fix(milepost.fix), .milepost(milepost),
            .state(StateChange(mode: .tracking, receiver: Receiver(.fix), since: Samples.time)),
            .rejected(milepost.fix.fix, [.near]),
            .superseded(Superseded(seq: 1, by: 2, parts: [.address])), .summary(Samples.summary),
        ]
        let types = try events.map { event -> String in
            let bytes = try #require(try encoder(.jsonl, explain: true).encode(event))
            #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
            #expect(bytes.last == UInt8(ascii: "\n"))
            struct Typed: Decodable { var type: String }
            return try JSONDecoder().decode(Typed.self, from: Data(bytes)).type
        }
        #expect(types == ["fix", "milepost", "state", "rejected", "superseded", "summary"])
    }

    @Test("text is what the renderer writes")
    func text() throws {
        let event = Event.fix(try Samples.fix())
        let bytes = try #require(try encoder(.text).encode(event))
        #expect(
            try String(decoding: bytes, as: UTF8.self) == Samples.renderer(.en).render(event))
    }
}
