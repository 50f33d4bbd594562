import Domain
import Testing
import Wiring

@Suite("Notices to the service manager")
struct NoticesTests {
    private func change(_ mode: Mode, _ state: ReceiverState, _ detail: String?) -> StateChange {
        StateChange(
            mode: mode, receiver: Receiver(state, detail: detail),
            since: Timestamp(milliseconds: 0))
    }

    @Test("the first beat says ready, each later one that the program is alive")
    func beats() {
        var notices = Notices()
        let said = (1...3).map { _ in notices.beat() }
        #expect(said == ["READY=1\nWATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
    }

    @Test("a reload is told with the time of its beginning, and its end as ready")
    func reload() {
        var notices = Notices()
        _ = notices.beat()
        #expect(
            notices.reloading(atMicroseconds: 12_345_678)
                == "RELOADING=1\nMONOTONIC_USEC=12345678")
        #expect(notices.reloaded() == "READY=1")
    }

    @Test("a reload before the program is ready does not make it ready")
    func earlyReload() {
        let notices = Notices()
        #expect(notices.reloading(atMicroseconds: 1) == nil)
        #expect(notices.reloaded() == nil)
    }

    @Test("the state is one line: mode and receiver, and what to do when there is no fix")
    func status() {
        let notices = Notices()
        #expect(
            notices.status(change(.tracking, .fix, "Fixes come from gpsd at localhost:2947"))
                == "STATUS=tracking, receiver fix")
        #expect(
            notices.status(change(.paused, .noFix, "a\nb"))
                == "STATUS=paused, receiver no-fix: a b")
    }

    @Test("the end is told")
    func stopping() { #expect(Notices().stopping() == "STOPPING=1") }
}
