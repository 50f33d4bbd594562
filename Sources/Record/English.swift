import Domain

/// What Milepost says in English.
struct English: Words {
    let unitSpace = " "
    let windInMetresPerSecond = false
    let rangeSeparator = " … "
    let clockNotSet = "time not set"
    let noTime = "no time"
    let noCoordinate = "no coordinate"
    let noFixYet = "none yet"
    let nothingFound = "Nothing found."
    let namesTold = "the names you search for"
    let fixesTold = "each fix that matters, exactly, and what was found there"
    let keyTold = "your key"
    let languageTold = "your language"
    let notAskedWithoutKey = "nothing, as it is not asked without a key"
    let notAskedWithoutContact = "nothing, as it is not asked without a contact"
    let notAskedAnyMore = "nothing any more"
    let nothingLeaves = "Nobody is told anything: what is looked up is looked up on this machine."

    func label(_ label: Label) -> String {
        switch label {
        case .mode: "Mode"
        case .receiver: "Receiver"
        case .fix: "Last fix"
        case .address: "Address"
        case .weather: "Weather"
        case .forecast: "Forecast"
        case .failed: "Failed"
        case .fixes: "Fixes"
        case .accepted: "Accepted"
        case .rejected: "Rejected"
        case .track: "Track"
        case .distance: "Distance"
        case .requests: "Requests"
        case .time: "Time"
        case .providers: "Providers"
        case .queue: "Queue"
        case .mqtt: "MQTT"
        case .told: "Is told"
        }
    }

    func part(_ part: Part) -> String {
        switch part {
        case .address: "address"
        case .weather: "weather"
        case .forecast: "forecast"
        }
    }

    func date(_ date: LocalDate) -> String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(weekdays[date.weekday]) \(date.day) \(months[date.month - 1])"
    }

    func dateWithYear(_ date: LocalDate) -> String { "\(self.date(date)) \(date.year)," }

    func duration(_ seconds: Int) -> String {
        twoLargest(seconds, units: [" d", " h", " min", " s"])
    }
    func seconds(_ number: String) -> String { "\(number) s" }
    func ago(_ duration: String) -> String { "\(duration) ago" }
    func since(_ time: String) -> String { "since \(time)" }
    func until(_ time: String) -> String { "until \(time)" }
    func upTo(_ speed: String) -> String { "up to \(speed)" }
    func again(_ time: String) -> String { "again after \(time)" }

    func isConnected(_ isConnected: Bool) -> String {
        isConnected ? "connected" : "not connected"
    }
    func waiting(_ count: String) -> String { "\(count) waiting" }
    func oldest(_ time: String) -> String { "the oldest of \(time)" }

    func mode(_ mode: Mode) -> String {
        switch mode {
        case .tracking: "tracking"
        case .acquiring: "acquiring a first position"
        case .refreshing: "refreshing"
        case .overridden: "position set by hand"
        case .paused: "paused"
        }
    }

    func remedy(_ mode: Mode) -> String? {
        switch mode {
        case .tracking, .acquiring, .refreshing: nil
        case .overridden: "\"milepost override --clear\" returns to the receiver."
        case .paused: "\"milepost resume\" goes on."
        }
    }

    func receiver(_ state: ReceiverState) -> String {
        switch state {
        case .waitingForGpsd: "waiting for gpsd"
        case .noDevice: "no receiver"
        case .noFix: "no fix"
        case .stale: "receiver silent"
        case .fix: "receiver has a fix"
        }
    }

    func remedy(_ state: ReceiverState) -> String? {
        switch state {
        case .waitingForGpsd: "Start gpsd: sudo systemctl start gpsd.socket"
        case .noDevice: "Plug the receiver in, or name it to gpsd: sudo gpsdctl add /dev/ttyACM0"
        case .noFix: "Give the antenna a view of the sky and some minutes."
        case .stale: "Check the receiver's cable; cgps shows what gpsd gets."
        case .fix: nil
        }
    }

    func reason(_ reason: AcceptedFix.Reason) -> String {
        switch reason {
        case .first: "first fix"
        case .distance: "moved on"
        case .stopped: "stopped here"
        case .heartbeat: "regular report"
        case .lost: "last fix before reception or tracking ended"
        case .improved: "more accurate than before"
        case .refresh: "asked for"
        case .override: "set by hand"
        case .resumed: "tracking resumed"
        case .coarse: "inaccurate"
        case .assumed: "partly assumed"
        }
    }

    func reason(_ reason: RejectReason) -> String {
        switch reason {
        case .noFix: "no fix"
        case .badCoordinate: "not a coordinate"
        case .nullIsland: "0,0 is no place"
        case .noTime: "no time"
        case .implausibleTime: "implausible time"
        case .outOfOrder: "older than the last"
        case .duplicate: "same time again"
        case .otherDevice: "other receiver"
        case .inaccurate: "too inaccurate"
        case .jump: "impossible jump"
        case .near: "too near the last"
        case .debounced: "too soon after the last"
        }
    }

    func failure(_ code: LookupFailure.Code) -> String {
        switch code {
        case .notFound: "nothing known there"
        case .notCovered: "this place is not served"
        case .noKey: "no key is set"
        case .noContact: "no contact is set"
        case .refused: "key or program refused"
        case .rateLimited: "too many requests"
        case .quota: "the day's quota is used up"
        case .timeout: "no answer in time"
        case .network: "not reachable"
        case .server: "the server failed"
        case .badAnswer: "unreadable answer"
        case .badRequest: "request not understood"
        case .clock: "this machine's clock is wrong"
        }
    }

    func condition(_ kind: Condition.Kind) -> String {
        switch kind {
        case .unknown: "Unknown"
        case .clear: "Clear"
        case .mostlyClear: "Mostly clear"
        case .partlyCloudy: "Partly cloudy"
        case .cloudy: "Cloudy"
        case .overcast: "Overcast"
        case .haze: "Haze"
        case .mist: "Mist"
        case .smoke: "Smoke"
        case .dust: "Dust"
        case .sand: "Sand"
        case .fog: "Fog"
        case .drizzle: "Drizzle"
        case .snowGrains: "Snow grains"
        case .rainShowers: "Rain showers"
        case .rain: "Rain"
        case .sleetShowers: "Sleet showers"
        case .sleet: "Sleet"
        case .snowShowers: "Snow showers"
        case .snow: "Snow"
        case .freezingDrizzle: "Freezing drizzle"
        case .freezingRain: "Freezing rain"
        case .squall: "Squall"
        case .thunderstorm: "Thunderstorm"
        case .ash: "Volcanic ash"
        case .tornado: "Tornado"
        }
    }

    func compass(_ eighth: Int) -> String {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][eighth]
    }
    func heading(_ direction: String) -> String { direction }
    func wind(_ speed: String, from direction: String?) -> String {
        direction.map { "\($0) wind \(speed)" } ?? "wind \(speed)"
    }
    func gusts(_ speed: String) -> String { "gusts \(speed)" }
    func feelsLike(_ temperature: String) -> String { "feels like \(temperature)" }
    func humidity(_ percent: String) -> String { "humidity \(percent)" }
    func clouds(_ percent: String) -> String { "clouds \(percent)" }
    func visibility(_ distance: String) -> String { "visibility \(distance)" }
    func rain(_ amount: String) -> String { "rain \(amount)/h" }
    func snow(_ amount: String) -> String { "snow \(amount)/h" }
    func sunrise(_ time: String) -> String { "sunrise \(time)" }
    func sunset(_ time: String) -> String { "sunset \(time)" }
    func observed(_ time: String) -> String { "observed \(time)" }
    func issued(_ time: String) -> String { "issued \(time)" }

    func fromLast(_ distance: String) -> String { "\(distance) from the last" }
    func altitude(_ length: String) -> String { "altitude \(length)" }
    func satellites(_ count: Int) -> String { count == 1 ? "1 satellite" : "\(count) satellites" }
    func source(_ source: Fix.Source) -> String {
        switch source {
        case .gpsd: "gpsd"
        case .recording: "recording"
        case .simulated: "simulated"
        case .manual: "by hand"
        }
    }
    func rejected(_ reasons: String) -> String { "rejected: \(reasons)" }
    func superseded(parts: String, by: String) -> String {
        "lookups dropped (\(parts)): \(by) is newer"
    }

    func placeTold(to distance: String, for part: String) -> String {
        "the place to \(distance) (\(part))"
    }
    func lastDay(_ requests: String) -> String { "\(requests) in the last 24 h" }
    func column(_ column: TuningColumn) -> String {
        switch column {
        case .settings: "settings"
        case .accepted: "accepted"
        case .requests: "requests"
        case .trackPoints: "track points"
        case .greatestGap: "greatest gap"
        case .longestStretch: "longest stretch"
        }
    }

    func points(_ count: String) -> String { "\(count) points" }
    func requests(_ count: Int) -> String {
        count == 1 ? "1 request" : "\(grouped(count)) requests"
    }
    func failed(_ count: Int) -> String { "\(grouped(count)) failed" }
    func fromCache(_ count: String) -> String { "from the cache \(count)" }
    func cancelled(_ count: String) -> String { "cancelled \(count)" }
    func blocked(_ reason: String) -> String { "not asked: \(reason)" }
    func stale(_ age: String) -> String { "STALE, \(age) old: not the present place" }
}

/// "2 h 5 min": the largest unit that is not 0 and, if it is not 0, the next one; units for days to seconds.
func twoLargest(_ seconds: Int, units: [String]) -> String {
    let seconds = max(0, seconds)
    let values = [seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
    let first = values.firstIndex { $0 > 0 } ?? values.count - 1
    // Nobody asks for seconds beside minutes.
    let second = first == 2 ? first : first + 1
    return (first...min(max(first, second), 3)).filter { $0 == first || values[$0] > 0 }
        .map { "\(values[$0])\(units[$0])" }.joined(separator: " ")
}
