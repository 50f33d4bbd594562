import Domain
import Feed
import Testing
import Wiring

@Suite("Doctor: gpsd and its receiver")
struct GpsdExaminationTests {
    private func findings(_ heard: Heard) -> [String] {
        GpsdExamination.findings(heard, at: GpsdAddress()).map(\.description)
    }

    private let fix = Fix(
        source: .gpsd, device: "/dev/ttyACM0", mode: .threeD, latitude: 36.5, longitude: 127.25,
        accuracy: 4.4, satellites: 9)

    @Test("a gpsd that does not answer is wrong, with what to do")
    func absent() {
        let receiver = Receiver(.waitingForGpsd, detail: "refused; start it")
        #expect(findings(Heard(receiver: receiver)) == ["wrong gpsd: refused; start it"])
        #expect(findings(Heard()) == ["wrong gpsd: localhost:2947 does not answer: start gpsd"])
    }

    @Test("a receiver with a fix is well, and its place is not told")
    func fixed() {
        #expect(
            findings(Heard(receiver: Receiver(.fix), fix: fix, release: "3.25")) == [
                "ok    gpsd: answers at localhost:2947, release 3.25",
                "ok    receiver: /dev/ttyACM0 has a fix, accurate to 4 m, 9 satellites",
            ])
    }

    @Test(
        "a receiver without one is wrong, and says what its state says",
        arguments: [ReceiverState.noDevice, .noFix, .stale])
    func without(state: ReceiverState) {
        let heard = Heard(receiver: Receiver(state, detail: "plug it in"))
        #expect(findings(heard).last == "wrong receiver: plug it in")
    }

    @Test(
        "of a release only what is known against it is told",
        arguments: [
            ("3.19", []),
            (
                "3.20",
                [
                    "wrong gpsd: 3.20 sends reports that are no JSON, which are passed over: install a newer gpsd",
                    "ok    gpsd: 3.20 may tell dates that are 1024 weeks off, which are turned away",
                ]
            ),
            (
                "3.21",
                ["ok    gpsd: 3.21 may tell dates that are 1024 weeks off, which are turned away"]
            ),
            (
                "3.22.1~dev",
                [
                    "ok    gpsd: 3.22.1~dev may tell dates that are 1024 weeks off, which are turned away",
                    "ok    gpsd: 3.22.1~dev says nothing when a receiver hangs up, so the connection is made anew",
                ]
            ),
            ("3.25", []), ("4.0", []), ("", []), ("trunk", []), ("3", []),
        ] as [(String, [String])])
    func releases(release: String, faults: [String]) {
        let all = findings(Heard(receiver: Receiver(.fix), fix: fix, release: release))
        #expect(Array(all.dropFirst().dropLast()) == faults)
    }
}
