import Glibc
import Testing
import Wiring

@Suite("A gpsd of one's own")
struct PrivateGpsdTests {
    @Test("tells how gpsfake ended as a shell would")
    func endings() {
        // wait(2): the exit status is the second byte, the signal the first.
        #expect(ending(3 << 8) == "exit status 3")
        #expect(ending(SIGTERM) == "signal 15")
        // With a core dump.
        #expect(ending(SIGSEGV | 0x80) == "signal 11")
    }
}
