import Glibc
import Testing

@testable import milepost

@Suite("The program")
struct MilepostTests {
    @Test("a closed standard descriptor leads nowhere, instead of into the next file opened")
    func closedDescriptors() {
        // Far above what the tests have open.
        let free: ClosedRange<Int32> = 900...901
        occupy(free)
        defer { for descriptor in free { close(descriptor) } }
        for descriptor in free {
            #expect(fcntl(descriptor, F_GETFD) >= 0)
            #expect(write(descriptor, "x", 1) == -1)
            #expect(errno == EBADF)
        }
    }

    @Test("an open one is left alone")
    func openDescriptors() {
        let file = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        occupy(file...file)
        #expect(write(file, "x", 1) == 1)
    }
}
