import CMicroHTTPD
import FoundationEssentials

/// A connection of libmicrohttpd.
///
/// `@unchecked Sendable`: only `suspend` and `resume` are called through it, `resume` being documented as safe from any
/// thread. An exchange holds one no longer than until it is told of the request's end, which comes before the
/// connection's memory goes.
struct Connection: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// The socket, open until after the request's end; -1 when unknown.
    var descriptor: Int32 { mhd_shim_socket(pointer) }

    /// Only on libmicrohttpd's thread, inside one of its callbacks.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Only once after each `suspend`.
    func resume() { MHD_resume_connection(pointer) }
}

/// What libmicrohttpd knows of a request; only inside its callback.
struct RequestReader {
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { self.connection = connection }

    var headers: [String: String] {
        var headers: [String: String] = [:]
        for (name, value) in collect(mhd_shim_headers) { headers[name.lowercased()] = value }
        return headers
    }

    var query: [(name: String, value: String)] { collect(mhd_shim_query) }

    private func collect(
        _ list: (OpaquePointer, mhd_shim_visitor) -> Void
    ) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &pairs) { pairs in
            let visitor = mhd_shim_visitor(context: pairs) { context, name, nameSize, value, size in
                // `context` is `pairs`, alive for the whole of `list`, which calls this before it returns.
                let pairs = context.assumingMemoryBound(to: [(name: String, value: String)].self)
                pairs.pointee.append((text(name, nameSize), text(value, size)))
            }
            list(connection, visitor)
        }
        return pairs
    }
}

/// UTF-8 with what is no UTF-8 repaired.
private func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
    String(
        decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size),
        as: UTF8.self)
}
