import Domain
import Record
import Testing

@Suite("Text renderer", .serialized)
struct TextRendererTests {
    @Test("an answer is the fix and what was found there")
    func answer() throws {
        let renderer = try Samples.renderer(.en)
        let milepost = try Samples.milepost(language: .en)
        let answer = Answer(fix: milepost.fix, milepost: milepost)
        #expect(
            renderer.render(Schema.Answer(answer))
                == renderer.render(.fix(milepost.fix)) + renderer.render(.milepost(milepost)))
        let bare = Answer(fix: milepost.fix, milepost: nil)
        #expect(renderer.render(Schema.Answer(bare)) == renderer.render(.fix(milepost.fix)))
    }

    @Test("colour adds only escapes: the text below is the same")
    func colour() throws {
        let milepost = try Samples.milepost(language: .en)
        let plain = try Samples.renderer(.en).render(.milepost(milepost))
        let coloured = try Samples.renderer(.en, colour: true).render(.milepost(milepost))
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.hasPrefix("\u{1B}[1m#12   \u{1B}[0m\u{1B}[2mAddress    \u{1B}[0m31 "))
        #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }

    @Test("what is wrong stands out in colour")
    func alarm() throws {
        let change = StateChange(mode: .tracking, receiver: Receiver(.noFix), since: Samples.time)
        let text = try Samples.renderer(.en, colour: true).render(.state(change))
        #expect(
            text.contains("\u{1B}[33mMon 30 Nov 2026, 14:03:07 +09:00  tracking · no fix\u{1B}[0m"))
    }

    @Test(
        "no line of a list is wider than asked for, wide characters counted as two",
        arguments: [44, 60])
    func width(columns: Int) throws {
        var milepost = try Samples.milepost(language: .ko)
        milepost.forecast = nil
        let text = try Samples.renderer(.ko, width: columns).render(.milepost(milepost))
        for line in text.split(separator: "\n") {
            let wide = line.unicodeScalars.filter { 0xAC00...0xD7A3 ~= $0.value }.count
            #expect(line.unicodeScalars.count + wide <= columns)
        }
    }

    @Test("a time that is none is shown as it came")
    func wrongTime() throws {
        var fix = Schema.Fix(try Samples.fix())
        fix.time = "yesterday\u{7}"
        #expect(try Samples.renderer(.en).render(fix).hasPrefix("#12   yesterday\\u0007  37.55470"))
    }
}
