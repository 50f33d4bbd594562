package import Domain
import CLinux

/// What the system's clock shows, and whether the kernel holds it for synchronised.
///
/// Without a battery clock a machine boots with the time of its last shutdown; adjtimex(2) tells that from real time.
package func systemClock() -> (time: Timestamp, synchronised: Bool) {
    var state = timex()
    return (Timestamp.now(), adjtimex(&state) != TIME_ERROR)
}
