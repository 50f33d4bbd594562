import CMicroHTTPD
import Concurrency
import Glibc

/// Tells of clients that went away while libmicrohttpd does not look: it leaves a suspended connection alone.
final class HangUpWatch: Sendable {
    private let poller: Int32
    private let wake: Int32
    private let events: UInt32

    /// Over TCP a client that closed cannot be told from one that only sends no more, so both count as gone; a Unix
    /// socket shows the difference.
    init(isUnixSocket: Bool) throws(WebError) {
        poller = epoll_create1(Int32(EPOLL_CLOEXEC))
        wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        // A hang-up of both directions and an error are always reported.
        events = EPOLLONESHOT.rawValue | (isUnixSocket ? 0 : EPOLLRDHUP.rawValue)
        guard poller >= 0, wake >= 0 else {
            let reason = String(cString: strerror(errno))
            close()
            throw WebError(.cannotListen, "The server cannot watch its connections: \(reason).")
        }
        // 0 is no request's number.
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: 0))
        epoll_ctl(poller, EPOLL_CTL_ADD, wake, &event)
    }

    /// Watches `descriptor` for the request `id` (from 1) until it is forgotten.
    func watch(_ descriptor: Int32, id: UInt64) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: id))
        epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event)
    }

    /// Must come before `descriptor` is closed; one that is not watched does no harm.
    func forget(_ descriptor: Int32) {
        var event = epoll_event()
        epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Calls `hungUp` with the number of each request whose client has gone, until cancelled.
    ///
    /// A number may be that of a request that has just ended.
    func run(_ hungUp: @escaping @Sendable (UInt64) -> Void) async {
        await onBlockingThread(interrupt: { eventfd_write(self.wake, 1) }) {
            var events = [epoll_event](repeating: epoll_event(), count: 32)
            while true {
                let count = epoll_wait(self.poller, &events, Int32(events.count), -1)
                for event in events.prefix(Int(max(0, count))) {
                    if event.data.u64 == 0 { return }
                    hungUp(event.data.u64)
                }
            }
        }
    }

    /// Only after `run` has returned.
    func close() {
        for descriptor in [poller, wake] where descriptor >= 0 { Glibc.close(descriptor) }
    }
}
