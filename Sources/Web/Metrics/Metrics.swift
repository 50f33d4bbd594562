import Domain

/// What the running tracker measures of itself, for Prometheus: names and units by its conventions, and no place at all.
struct Metrics {
    /// What an answer with them says of its type.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    let status: Status
    let process: ProcessFigures
    /// Whether the pipeline moves.
    let moves: Bool

    /// All of them.
    var text: String {
        var metrics = MetricsText()
        addState(to: &metrics)
        addFixes(to: &metrics)
        addLookups(to: &metrics)
        addOutputs(to: &metrics)
        addProcess(to: &metrics)
        return metrics.text
    }

    private func addState(to metrics: inout MetricsText) {
        metrics.add(
            "milepost_build_info", .gauge, "The version that runs; always 1.",
            [.init(labels: [("version", status.version)], value: 1)])
        metrics.add(
            "milepost_pipeline_moving", .gauge, "Whether the pipeline moves, as /healthz has it.",
            moves ? 1 : 0)
        metrics.add(
            "milepost_mode", "The mode: 1 for the one in force.", label: "mode",
            Mode.allCases.map(\.rawValue), holds: status.mode.rawValue)
        metrics.add(
            "milepost_receiver_state", "The state of the receiver: 1 for the present one.",
            label: "state", ReceiverState.allCases.map(\.rawValue),
            holds: status.receiver.state.rawValue)
        metrics.add(
            "milepost_state_since_timestamp_seconds", .gauge,
            "When the mode or the receiver's state changed last.", status.since.seconds)
    }

    private func addFixes(to metrics: inout MetricsText) {
        let summary = status.summary
        metrics.add(
            "milepost_fixes_received_total", .counter, "Fixes that the gate was asked about.",
            Double(summary.fixes))
        metrics.add(
            "milepost_fixes_accepted_total", .counter, "Fixes that mattered.",
            Double(summary.accepted))
        metrics.add(
            "milepost_fixes_rejected_total", .counter,
            "Fixes turned away; one that had several reasons counts for each.",
            RejectReason.allCases.map { reason in
                .init(
                    labels: [("reason", reason.rawValue)],
                    value: Double(summary.rejected[reason] ?? 0))
            })
        let last = status.fix
        metrics.add(
            "milepost_last_fix_timestamp_seconds", .gauge,
            "The receiver's time of the last accepted fix.", last?.fix.time.seconds)
        metrics.add(
            "milepost_last_fix_age_seconds", .gauge,
            "Since the last accepted fix came, by a clock that never steps.", last?.age)
        metrics.add(
            "milepost_last_fix_stale", .gauge,
            "Whether the last accepted fix must not be read as the present place.",
            last.map { $0.isStale ? 1 : 0 })
        metrics.add(
            "milepost_last_fix_accuracy_meters", .gauge,
            "How accurate the last accepted fix was taken to be.", last?.fix.accuracy)
        metrics.add(
            "milepost_track_points_total", .counter, "Points of the track that stayed.",
            Double(summary.trackPoints))
        metrics.add(
            "milepost_distance_meters_total", .counter, "The way along the accepted fixes.",
            summary.distance)
    }

    private func addLookups(to metrics: inout MetricsText) {
        let summary = status.summary
        metrics.add(
            "milepost_lookup_requests_total", .counter, "Requests sent to all providers.",
            Double(summary.requests))
        metrics.add(
            "milepost_lookup_cache_hits_total", .counter, "Answers that the cache knew.",
            Double(summary.cacheHits))
        metrics.add(
            "milepost_lookups_cancelled_total", .counter,
            "Lookups given up for a newer fix, a time limit or a caller who left.",
            Double(summary.cancelled))
        func each(_ value: (Status.Provider) -> Int) -> [MetricsText.Sample] {
            status.providers.map {
                .init(labels: [("provider", $0.name)], value: Double(value($0)))
            }
        }
        metrics.add(
            "milepost_provider_requests_total", .counter, "Requests sent to a provider.",
            each(\.requests))
        metrics.add(
            "milepost_provider_failures_total", .counter, "Requests to a provider that failed.",
            each(\.failures))
        metrics.add(
            "milepost_provider_blocked", .gauge, "Whether a provider is not asked at the moment.",
            each { $0.blocked == nil ? 0 : 1 })
    }

    private func addOutputs(to metrics: inout MetricsText) {
        metrics.add(
            "milepost_output_queue_events", .gauge,
            "Events that wait for the output that is furthest behind.", Double(status.queue))
        metrics.add(
            "milepost_output_lost_records_total", .counter,
            "Records that logs and the history have lost; known once they are written again.",
            Double(status.lost))
        guard let publishing = status.publishing else { return }
        metrics.add(
            "milepost_mqtt_connected", .gauge, "Whether the MQTT broker is connected.",
            publishing.isConnected ? 1 : 0)
        metrics.add(
            "milepost_mqtt_queue_messages", .gauge, "Messages that wait for the MQTT broker.",
            Double(publishing.queue))
        metrics.add(
            "milepost_mqtt_queue_oldest_timestamp_seconds", .gauge,
            "The time of the fix whose message has waited longest.", publishing.oldest?.seconds)
    }

    private func addProcess(to metrics: inout MetricsText) {
        metrics.add(
            "process_start_time_seconds", .gauge, "When this process started.", process.startTime)
        metrics.add(
            "process_cpu_seconds_total", .counter, "Processor time of this process.", process.cpu)
        metrics.add(
            "process_resident_memory_bytes", .gauge, "Memory that is resident.",
            process.residentBytes)
        metrics.add(
            "process_open_fds", .gauge, "Open descriptors.",
            process.openDescriptors.map(Double.init))
        metrics.add(
            "process_max_fds", .gauge, "Descriptors that may be open.",
            process.mostDescriptors.map(Double.init))
    }
}
