import Concurrency
import Domain
import Feed
import Glibc

/// Looks at everything a run depends on and tells what is wrong with it.
///
/// It disturbs no daemon that runs: gpsd serves several clients, databases are only read, and requests are counted and
/// spaced together with the daemon's.
package struct Doctor: Sendable {
    /// Seconds for a receiver to be heard: it reports each second, and gpsd needs a moment to wake it.
    private static let patience = 5.0

    private let assembly: Assembly

    package init(assembly: Assembly) { self.assembly = assembly }

    /// Tells each finding as soon as it is known.
    package func examine(_ tell: (Finding) throws -> Void) async rethrows {
        let heard = await Listening(patience: Self.patience).hear(
            assembly.gpsd, time: assembly.time)
        // In the order in which one depends on the other. Each looks at one thing and is a file of its own.
        let examinations: [@Sendable () async -> [Finding]] = [
            { GpsdExamination.findings(heard, at: assembly.gpsdAddress) },
            { DeviceExamination.findings(assembly.gpsdAddress, heard) },
            { ClockExamination.findings(heard) },
            { DiskExamination.findings(assembly.settings) },
            { await WearExamination.findings(assembly.settings) },
            { await PlacesExamination.findings(assembly.gazetteer) },
            { await NetworkExamination.findings(assembly.settings, assembly.environment) },
            { await ProviderExamination(assembly: assembly).findings() },
            { await BrokerExamination.findings(assembly) },
            { await HistoryExamination.findings(assembly.settings) },
            { await DaemonExamination.findings(assembly.settings) },
            { await UnitExamination.findings(assembly.environment) },
        ]
        for examination in examinations {
            for finding in await examination() { try tell(finding) }
        }
    }
}
