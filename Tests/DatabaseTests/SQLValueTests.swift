import Database
import Foundation
import Testing

@Suite("SQL values")
struct SQLValueTests {
    @Test("hold nothing for nil")
    func nothing() {
        #expect(SQLValue(Int64?.none) == .null)
        #expect(SQLValue(Double?.none) == .null)
        #expect(SQLValue(String?.none) == .null)
        #expect(SQLValue(Data?.none) == .null)
    }

    @Test("are read as what they are, and a whole number also as a real one")
    func reading() {
        let number: SQLValue = 3
        #expect(number.int64 == 3)
        #expect(number.double == 3)
        #expect(number.string == nil)
        let text: SQLValue = "3"
        #expect(text.string == "3")
        #expect(text.int64 == nil)
        #expect(text.double == nil)
        let real: SQLValue = 2.5
        #expect(real.double == 2.5)
        #expect(real.int64 == nil)
        #expect(SQLValue.blob(Data([1])).data == Data([1]))
        #expect(SQLValue.blob(Data([1])).string == nil)
    }
}
