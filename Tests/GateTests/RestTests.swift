import Domain
import Gate
import Testing

@Suite("Rest")
struct RestTests {
    /// Whether each fix (seconds, metres) completes a rest of 180 s; accuracy 5 m, noise 21.2 m.
    private func rests(_ fixes: [(Double, Double)]) throws -> [Bool] {
        var rest = Rest()
        return try fixes.map { t, north in
            let place = try #require(fix(t, north: north).coordinate)
            let spot = Spot(place, accuracy: 5, at: Moment(seconds: t))
            let done = rest.note(spot, noiseFactor: 3, stopAfter: 180)
            if done { rest.tell() }
            return done
        }
    }

    @Test("is complete after stop_after_s within noise of one place, once")
    func once() throws {
        #expect(
            try rests([(0, 0), (90, 21), (179, 0), (180, 21), (300, 0)])
                == [false, false, false, true, false])
    }

    @Test("begins anew beyond noise")
    func anew() throws {
        #expect(
            try rests([(0, 0), (170, 22), (180, 22), (349, 22), (350, 22)])
                == [false, false, false, false, true])
    }

    @Test("goes on through silence")
    func silence() throws {
        #expect(try rests([(0, 0), (7200, 0)]) == [false, true])
    }
}
