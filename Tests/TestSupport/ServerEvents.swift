/// What happened on a scripted server.
package enum ServerEvent: Sendable {
    /// Connection of this number, from 1, was accepted.
    case connected(Int)
    case request(ScriptedRequest)
    /// The client closed or reset the connection, at this moment of the monotonic clock.
    case clientClosed(Int, at: ContinuousClock.Instant)
}
