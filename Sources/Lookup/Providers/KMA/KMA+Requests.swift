import Domain

extension KMA {
    /// How an operation is told the place.
    enum Place {
        case cell(DFSCell)
        /// A code of the mid term's regions.
        case region(String)
    }

    /// The newest issue that is out, or why there is none; one half of a part must not end the other.
    func outcome(
        _ operation: KMAOperation, at place: Place, for part: Part
    ) async -> Result<KMAIssue, LookupFailure> {
        do throws(LookupFailure) {
            if let failure = memory.pause(of: operation, at: now()) { throw failure }
            return .success(try await newest(operation, at: place))
        } catch {
            memory.note(error, of: operation, at: now())
            var failure = error
            failure.part = part
            return .failure(failure)
        }
    }

    /// What should be out by now, else the issue before it; never an older one.
    private func newest(
        _ operation: KMAOperation, at place: Place
    ) async throws(LookupFailure) -> KMAIssue {
        let newest = KMAIssuance(newest: operation, at: now())
        do throws(LookupFailure) {
            return try await issue(newest, at: place)
        } catch {
            guard error.code == .notFound else { throw error }
            return try await issue(newest.previous, at: place)
        }
    }

    /// All rows of one issue, whether or not the server gives as many at once as are asked for; a short page is the last.
    private func issue(
        _ issuance: KMAIssuance, at place: Place
    ) async throws(LookupFailure) -> KMAIssue {
        let first = url(issuance, at: place, page: 1)
        guard !memory.isAbsent(first, at: now()) else {
            throw reader(Self.requestPart).nothingThere()
        }
        do throws(LookupFailure) {
            var page = try await self.page(first)
            var rows = page.rows
            var number = 1
            while rows.count < page.total, number < Self.maxPages,
                page.rows.count >= page.size ?? issuance.operation.rows
            {
                number += 1
                page = try await self.page(url(issuance, at: place, page: number))
                rows += page.rows
            }
            guard !rows.isEmpty else { throw reader(Self.requestPart).nothingThere() }
            let issue = KMAIssue(issuance: issuance, rows: rows)
            guard issue.answers(for: place) else {
                throw reader(Self.requestPart).failure(
                    .badAnswer, "\(name) answered for another time or place")
            }
            return issue
        } catch {
            if error.code == .notFound { memory.noteAbsence(of: first, at: now()) }
            throw error
        }
    }

    private func page(_ url: String) async throws(LookupFailure) -> KMAPage {
        let answer = try await fetch(
            ProviderRequest(part: Self.requestPart, url: url, key: .query("serviceKey")))
        let reader = reader(Self.requestPart)
        guard let page = KMAPage(try reader.json(of: answer)) else { throw reader.misses("rows") }
        return page
    }

    func reader(_ part: Part) -> AnswerReader { .kma(name, part, now: now()) }

    /// The same for whichever part it is asked, so that both parts' requests are one while in flight.
    private static let requestPart = Part.forecast

    /// The longest issue has 1052 rows and comes on one page; each of more counts against the day's quota.
    private static let maxPages = 3

    private func url(_ issuance: KMAIssuance, at place: Place, page: Int) -> String {
        let operation = issuance.operation
        let url = ServiceURL(base: baseURL, path: operation.path)
            .adding("pageNo", String(page)).adding("numOfRows", String(operation.rows))
            .adding("dataType", "JSON")
        let located =
            switch place {
            case .cell(let cell): url.adding("nx", String(cell.x)).adding("ny", String(cell.y))
            case .region(let code): url.adding("regId", code)
            }
        let timed =
            operation.isMidTerm
            ? located.adding("tmFc", issuance.date + issuance.clock)
            : located.adding("base_date", issuance.date).adding("base_time", issuance.clock)
        return timed.text
    }
}

extension KMAOperation {
    fileprivate var path: String {
        let service = isMidTerm ? "MidFcstInfoService" : "VilageFcstInfoService_2.0"
        return "/1360000/\(service)/\(rawValue)"
    }

    /// More than the operation has: its own default of 10 cuts an answer off without a word.
    fileprivate var rows: Int {
        switch self {
        case .observation, .midTermTemperatures, .midTermSky: 10
        case .nextHours: 100
        case .shortTerm: 1100
        }
    }
}
