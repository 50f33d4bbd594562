package import Domain
import Glibc

/// A path with strftime conversions: `/var/log/milepost/%Y-%m-%d.jsonl`.
package struct PathPattern: Hashable, Sendable {
    /// As it was written in the settings.
    package let text: String

    /// Conversions whose expansion can be part of a file's name: neither `/` nor a line end comes out of them, nor
    /// the time of another zone.
    private static let conversions = Set("YCyGgmBbhdejaAuwUVWHIklMSpPFTRz%".unicodeScalars)
    private static let flags = Set("-_0^#".unicodeScalars)

    /// Refuses an empty path and conversions that strftime does not know or that cannot be in a name.
    package init(_ text: String) throws(RecordError) {
        guard !text.isEmpty, !text.unicodeScalars.contains("\0"), !text.hasSuffix("/") else {
            throw RecordError(
                "the log path \"\(text.printable)\" names no file: write one like %Y-%m-%d.jsonl")
        }
        if let wrong = Self.firstWrong(text) {
            throw RecordError(
                "the log path \"\(text.printable)\" has \"\(wrong.printable)\", which is no date conversion "
                    + "for a file name: use %Y %m %d %H, or %% for a percent sign")
        }
        self.text = text
    }

    /// The one path that a pattern without conversions stands for.
    package var constant: String? {
        guard text.contains("%") else { return text }
        let rest = text.split(separator: "%%", omittingEmptySubsequences: false)
        return rest.contains { $0.contains("%") } ? nil : rest.joined(separator: "%")
    }

    /// The path for a time, as the clocks of `zone` show it.
    package func path(at time: Timestamp, in zone: Zone) -> String {
        let civil = zone.civil(time)
        var parts = tm()
        parts.tm_year = Int32(clamping: civil.year - 1900)
        parts.tm_mon = Int32(civil.month - 1)
        parts.tm_mday = Int32(civil.day)
        parts.tm_hour = Int32(civil.hour)
        parts.tm_min = Int32(civil.minute)
        parts.tm_sec = Int32(civil.second)
        parts.tm_wday = Int32(civil.weekday)
        let newYear = LocalDate(year: civil.year, month: 1, day: 1)
        parts.tm_yday = Int32(newYear.days(to: civil.date))
        parts.tm_gmtoff = zone.offset(at: time)
        return text.split(separator: "/", omittingEmptySubsequences: false)
            .map { expand(String($0), parts) }.joined(separator: "/")
    }

    /// The latest path before that of `time` where a file is, looked for hour by hour in the month before.
    package func latest(before time: Timestamp, in zone: Zone) -> String? {
        var last = path(at: time, in: zone)
        for hours in 1...(31 * 24) {
            let earlier = path(at: time.adding(seconds: -3600 * Double(hours)), in: zone)
            guard earlier != last else { continue }
            if access(earlier, F_OK) == 0 { return earlier }
            last = earlier
        }
        return nil
    }

    private func expand(_ name: String, _ parts: tm) -> String {
        guard name.contains("%") else { return name }
        var parts = parts
        let room = name.utf8.count * 12 + 64
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) {
                // Some versions of the C library's header say that it is never null.
                if let start = $0.baseAddress { count = strftime(start, room, name, &parts) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func firstWrong(_ text: String) -> String? {
        var rest = text.unicodeScalars[...]
        while let percent = rest.firstIndex(of: "%") {
            let after = rest[percent...].dropFirst().drop { flags.contains($0) }
            guard let letter = after.first, conversions.contains(letter) else {
                return String(rest[percent..<after.startIndex])
                    + (after.first.map(String.init) ?? "")
            }
            rest = after.dropFirst()
        }
        return nil
    }
}

extension LocalDate {
    fileprivate func days(to other: LocalDate) -> Int64 {
        (other.midnight - midnight) / 86_400
    }
    private var midnight: Int64 {
        CivilTime(year: year, month: month, day: day).secondsSince1970
    }
}
