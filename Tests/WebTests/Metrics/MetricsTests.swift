import Domain
import Foundation
import Testing
import Web

@Suite("Metrics", .serialized)
struct MetricsTests {
    private let bench = Bench()

    /// The lines of `GET /metrics`.
    private func lines() async throws -> [String] {
        let response = await bench.api.answer(
            ServerRequest(method: "GET", path: "/metrics", query: [], headers: [:], body: Data()))
        guard case .data(let data) = response.body else { return [] }
        #expect(response.status == 200)
        #expect(
            response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        return text.split(separator: "\n").map(String.init)
    }

    private var values: [String] {
        get async throws { try await lines().filter { !$0.hasPrefix("#") } }
    }

    @Test("tell mode and receiver as 1 for what holds and 0 for the rest")
    func states() async throws {
        let values = try await values
        #expect(values.contains(#"milepost_build_info{version="1.0"} 1"#))
        #expect(
            values.filter { $0.hasPrefix("milepost_mode") } == [
                #"milepost_mode{mode="tracking"} 1"#, #"milepost_mode{mode="acquiring"} 0"#,
                #"milepost_mode{mode="refreshing"} 0"#, #"milepost_mode{mode="overridden"} 0"#,
                #"milepost_mode{mode="paused"} 0"#,
            ])
        #expect(
            values.filter { $0.hasPrefix("milepost_receiver_state") } == [
                #"milepost_receiver_state{state="waiting-for-gpsd"} 0"#,
                #"milepost_receiver_state{state="no-device"} 0"#,
                #"milepost_receiver_state{state="no-fix"} 0"#,
                #"milepost_receiver_state{state="stale"} 0"#,
                #"milepost_receiver_state{state="fix"} 1"#,
            ])
    }

    @Test("tell the age of the last fix, and nothing of it while there is none")
    func lastFix() async throws {
        let values = try await values
        #expect(values.contains("milepost_last_fix_timestamp_seconds 1777863721"))
        #expect(values.contains("milepost_last_fix_age_seconds 3"))
        #expect(values.contains("milepost_last_fix_accuracy_meters 4.5"))
        #expect(values.contains("milepost_last_fix_stale 0"))
        bench.controller.change { $0.fix = nil }
        let without = try await lines()
        #expect(!without.contains { $0.contains("last_fix") })
    }

    @Test("count fixes by reason, requests by provider, and what waits")
    func counters() async throws {
        bench.controller.change { status in
            status.summary.fixes = 12
            status.summary.accepted = 2
            status.summary.rejected = [.near: 9, .jump: 1]
            status.summary.trackPoints = 5
            status.summary.distance = 1234.5
            status.summary.requests = 7
            status.summary.cacheHits = 3
            status.summary.cancelled = 1
            status.queue = 4
            status.lost = 6
            status.providers = [
                Status.Provider(
                    name: "kma", parts: [.weather], requests: 5, failures: 2, blocked: "refused"),
                Status.Provider(name: "photon", parts: [.address], requests: 2),
            ]
        }
        let values = try await values
        let expected = [
            "milepost_fixes_received_total 12", "milepost_fixes_accepted_total 2",
            #"milepost_fixes_rejected_total{reason="near"} 9"#,
            #"milepost_fixes_rejected_total{reason="jump"} 1"#,
            #"milepost_fixes_rejected_total{reason="duplicate"} 0"#,
            "milepost_track_points_total 5", "milepost_distance_meters_total 1234.5",
            "milepost_lookup_requests_total 7", "milepost_lookup_cache_hits_total 3",
            "milepost_lookups_cancelled_total 1", "milepost_output_queue_events 4",
            "milepost_output_lost_records_total 6",
            #"milepost_provider_requests_total{provider="kma"} 5"#,
            #"milepost_provider_failures_total{provider="kma"} 2"#,
            #"milepost_provider_blocked{provider="kma"} 1"#,
            #"milepost_provider_blocked{provider="photon"} 0"#,
        ]
        for line in expected { #expect(values.contains(line)) }
    }

    @Test("are each told once, with help and type before the first value")
    func format() async throws {
        var names: [String] = []
        for line in try await lines() {
            let words = line.split(separator: " ")
            if line.hasPrefix("# HELP ") {
                names.append(String(words[2]))
                #expect(words.count > 4)
            } else if line.hasPrefix("# TYPE ") {
                #expect(names.last == String(words[2]))
                #expect((words.last == "counter") == (names.last?.hasSuffix("_total") == true))
            } else {
                let name = line.prefix { $0 != "{" && $0 != " " }
                #expect(names.last == String(name))
                #expect(Double(words.last ?? "") != nil)
            }
        }
        #expect(Set(names).count == names.count)
        for name in [
            "process_start_time_seconds", "process_resident_memory_bytes", "process_open_fds",
        ] {
            #expect(names.contains(name))
        }
    }

    @Test("escape what a label may hold")
    func escapes() async throws {
        bench.controller.change { $0.version = "a\"b\\c\nd" }
        #expect(try await values.contains(#"milepost_build_info{version="a\"b\\c d"} 1"#))
    }

    @Test("tell how it stands with the broker, where there is one")
    func broker() async throws {
        #expect(try await values.allSatisfy { !$0.hasPrefix("milepost_mqtt") })
        bench.controller.change {
            var publishing = Status.Publishing(broker: "mqtt://pi:1883")
            publishing.queue = 12
            publishing.oldest = Timestamp(milliseconds: 1_796_014_987_500)
            $0.publishing = publishing
        }
        let told = try await values.filter { $0.hasPrefix("milepost_mqtt") }
        #expect(
            told == [
                "milepost_mqtt_connected 0", "milepost_mqtt_queue_messages 12",
                "milepost_mqtt_queue_oldest_timestamp_seconds 1796014987.5",
            ])
    }

    @Test("tell no place")
    func privacy() async throws {
        let text = try await lines().joined(separator: "\n")
        // Seoul Station, where the sample is.
        for part in ["37.5", "126.9"] { #expect(!text.contains(part)) }
    }

    @Test("say whether the pipeline moves")
    func standstill() async throws {
        #expect(try await values.contains("milepost_pipeline_moving 1"))
        bench.controller.stand("Nothing has passed the gate for 40 s: restart milepost.")
        #expect(try await values.contains("milepost_pipeline_moving 0"))
    }
}
