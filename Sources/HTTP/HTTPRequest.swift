package import FoundationEssentials

/// One request; only http and https are spoken, on redirects too.
package struct HTTPRequest: Sendable, Hashable {
    /// Spelt as in the request line; `post` and `put` always send a body, if an empty one.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What becomes of an answer with a status of 3xx and a `Location`.
    package enum Redirects: Sendable, Hashable {
        /// The redirect itself is the answer: for requests with a key, which must not reach another host.
        case none
        /// At most `max` hops, and never from https down to http.
        case follow(max: Int = 3)
    }

    /// Whole URL with an escaped query; the query never shows up in an error.
    package var url: String
    package var method: Method
    package var headers: [String: String]
    package var body: Data?
    /// Public services refuse requests without one.
    package var userAgent: String
    /// Path of a Unix socket to speak to instead of the URL's host.
    package var unixSocket: String?
    package var redirects: Redirects
    package var limits: Limits

    package init(
        url: String, method: Method = .get, headers: [String: String] = [:], body: Data? = nil,
        userAgent: String = "milepost", unixSocket: String? = nil, redirects: Redirects = .none,
        limits: Limits = Limits()
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.userAgent = userAgent
        self.unixSocket = unixSocket
        self.redirects = redirects
        self.limits = limits
    }
}

extension HTTPRequest {
    /// What one transfer may take at most.
    package struct Limits: Sendable, Hashable {
        /// Seconds until connected, name look-up and TLS included.
        package var connect: Double
        /// Seconds from start to end; nil for none.
        package var whole: Double?
        /// Whole seconds without one byte; nil for none.
        package var stall: Int?
        /// Bytes of body after decompression.
        package var body: Int
        /// Bytes of all header lines together.
        package var headers: Int

        package init(
            connect: Double = 5, whole: Double? = 15, stall: Int? = 10, body: Int = 2 << 20,
            headers: Int = 64 << 10
        ) {
            self.connect = connect
            self.whole = whole
            self.stall = stall
            self.body = body
            self.headers = headers
        }
    }
}
