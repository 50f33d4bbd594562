import Foundation
import Glibc

/// Descriptors of this process whose other end is that port of this machine.
package func descriptors(connectedTo port: Int) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.count { descriptor in
        var peer = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(descriptor, $0, &length)
            }
        }
        return status == 0 && Int32(peer.sin_family) == AF_INET
            && Int(UInt16(bigEndian: peer.sin_port)) == port
    }
}
