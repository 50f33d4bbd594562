import Domain
import Gate
import Testing

@Suite("Rejections")
struct RejectionsTests {
    @Test(
        "have one bit for each reason",
        arguments: [
            (Rejections.noFix, RejectReason.noFix), (.badCoordinate, .badCoordinate),
            (.nullIsland, .nullIsland), (.noTime, .noTime), (.implausibleTime, .implausibleTime),
            (.outOfOrder, .outOfOrder), (.duplicate, .duplicate), (.otherDevice, .otherDevice),
            (.inaccurate, .inaccurate), (.jump, .jump), (.near, .near), (.debounced, .debounced),
        ])
    func each(bit: Rejections, reason: RejectReason) {
        #expect(bit.reasons == [reason])
    }

    @Test("are told in the order of the steps")
    func order() {
        #expect(
            Rejections([.debounced, .noFix, .jump]).reasons == [.noFix, .jump, .debounced])
        #expect(Rejections([]).reasons.isEmpty)
    }
}
