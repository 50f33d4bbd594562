package import Domain
import CLinux

/// What the system's clock shows, and whether the kernel holds it for synchronised.
///
/// Without a battery clock a machine boots with the time of its last shutdown; adjtimex(2) tells that from real time.
package func systemClock() -> (time: Timestamp, synchronised: Bool) {
    var state = timex()
    let answer = adjtimex(&state)
    // −1: it may not be asked (a container, a sandbox), so nothing vouches for the clock.
    return (Timestamp.now(), answer >= 0 && answer != TIME_ERROR)
}
