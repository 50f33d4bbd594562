import Testing
import Wiring

@Suite("A temporary folder", .serialized)
struct TemporaryFolderTests {
    @Test("that cannot be made is told with the remedy")
    func refused() {
        #expect {
            try TemporaryFolder(in: "/nowhere")
        } throws: { error in
            "\(error)" == "No folder can be made in /nowhere (No such file or directory):"
                + " set TMPDIR to a folder that you may write to."
        }
    }
}
