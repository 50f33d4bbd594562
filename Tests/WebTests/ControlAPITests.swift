import Domain
import Foundation
import Testing
import Web

@Suite("Control API: routes and errors", .serialized)
struct ControlAPITests {
    struct Answered {
        var status: Int
        var headers: [String: String]
        var text: String
        var error: [String: String]?
    }

    let bench = Bench()

    func ask(
        _ method: String, _ path: String, _ body: String = "",
        type: String? = "application/json", query: [(name: String, value: String)] = []
    ) async throws -> Answered {
        let response = await bench.api.answer(
            ServerRequest(
                method: method, path: path, query: query,
                headers: type.map { ["content-type": $0] } ?? [:], body: Data(body.utf8)))
        guard case .data(let data) = response.body else { throw Unexpected.stream }
        let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        return Answered(
            status: response.status, headers: response.headers,
            text: String(decoding: data, as: UTF8.self), error: json?["error"] as? [String: String])
    }

    enum Unexpected: Error { case stream }

    @Test("status answers every field of the contract, and nothing that is not known")
    func status() async throws {
        let answer = try await ask("GET", "/api/v1/status")
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == "application/json")
        #expect(answer.headers["Cache-Control"] == "no-store")
        let expected = """
            {"counters":{"accepted":0,"cache_hits":0,"cancelled":0,"distance_m":0,"fixes":0,\
            "rejected":{},"requests":0,"track_points":0,"type":"summary","wall_s":0},\
            "fix":\(Sample.lastFixJSON),"mode":"tracking",\
            "providers":[],"queue":0,"receiver":"fix","since":"2026-05-04T03:02:01.000Z",\
            "version":"1.0"}
            """
        #expect(answer.text == expected)
    }

    @Test("refresh without a body or with a time-out answers the fix and the milepost")
    func refresh() async throws {
        for (count, body) in ["", #"{"timeout": 2.5}"#].enumerated() {
            async let answer = ask("POST", "/api/v1/refresh", body)
            await bench.controller.refreshing.reaches(count + 1)
            bench.controller.finishRefresh(.success(Sample.answer))
            let got = try await answer
            #expect(got.status == 200)
            #expect(got.text == Sample.answerJSON)
        }
        #expect(bench.controller.asked == ["refresh -", "refresh 2.5"])
    }

    @Test(
        "a time-out that is no number of seconds is refused",
        arguments: [
            #"{"timeout": 0}"#, #"{"timeout": -1}"#, #"{"timeout": 3601}"#, #"{"timeout": "5"}"#,
            #"{"timeout": null}"#, #"{"timeout": true}"#, #"{"time": 5}"#,
        ])
    func badTimeout(body: String) async throws {
        let answer = try await ask("POST", "/api/v1/refresh", body)
        #expect(answer.status == 400)
        #expect(answer.error?["code"] == "bad-request")
        #expect(answer.error?["message"]?.contains("time") == true)
        #expect(bench.controller.asked.isEmpty)
    }

    @Test("pause, resume and clearing the override answer 204")
    func commands() async throws {
        #expect(try await ask("POST", "/api/v1/pause").status == 204)
        #expect(try await ask("POST", "/api/v1/resume", "{}").status == 204)
        #expect(try await ask("DELETE", "/api/v1/override").status == 204)
        #expect(bench.controller.asked == ["pause", "resume", "clear"])
    }

    @Test("a command that takes no keys refuses some")
    func needlessKeys() async throws {
        let answer = try await ask("POST", "/api/v1/pause", #"{"for": 10}"#)
        #expect(answer.status == 400)
        #expect(answer.error?["message"] == #""for" is not a key of this request."#)
        #expect(bench.controller.asked.isEmpty)
    }

    @Test("search hands the text on as it is, and markup comes back as a JSON string")
    func search() async throws {
        bench.controller.find([
            NamedPlace(
                coordinate: try #require(Coordinate(latitude: 37.5, longitude: 127)),
                label: #"<img src=x onerror=alert(1)> "서울""#, provider: "nominatim")
        ])
        let answer = try await ask("GET", "/api/v1/search", query: [("q", "서울 <b>")])
        #expect(bench.controller.asked == ["search 서울 <b>"])
        #expect(
            answer.text == #"[{"label":"<img src=x onerror=alert(1)> \"서울\"","lat":37.5,"#
                + #""lon":127,"provider":"nominatim"}]"#)
    }

    @Test("search without a text, or with one too long, is refused")
    func emptySearch() async throws {
        let long = String(repeating: "9", count: 10_000)
        for query in [[], [("q", "")], [("q", "  ")], [("q", long)]] as [[(String, String)]] {
            let answer = try await ask("GET", "/api/v1/search", query: query)
            #expect(answer.status == 400)
            #expect(answer.error?["message"]?.hasPrefix("q ") == true)
            #expect(answer.text.utf8.count < 300)
        }
        #expect(bench.controller.asked.isEmpty)
    }

    @Test("healthz says ok")
    func health() async throws {
        let answer = try await ask("GET", "/healthz")
        #expect(answer.status == 200)
        #expect(answer.text == "ok\n")
    }

    @Test("healthz is 503 and says why when nothing moves")
    func standstill() async throws {
        bench.controller.stand("Nothing has passed the gate for 40 s: restart milepost.")
        let answer = try await ask("GET", "/healthz")
        #expect(answer.status == 503)
        #expect(answer.text == "Nothing has passed the gate for 40 s: restart milepost.\n")
    }

    @Test(
        "a command's error becomes the status that says the same",
        arguments: [
            (ControlError.Code.noFix, 504, "no-fix"), (.badRequest, 400, "bad-request"),
            (.notFound, 404, "not-found"), (.conflict, 409, "conflict"),
            (.unavailable, 503, "unavailable"),
        ])
    func failures(code: ControlError.Code, status: Int, name: String) async throws {
        bench.controller.fail(ControlError(code, "No \"fix\" <came>.", hint: "Wait."))
        let answer = try await ask("POST", "/api/v1/refresh")
        #expect(answer.status == status)
        #expect(answer.error == ["code": name, "message": "No \"fix\" <came>.", "hint": "Wait."])
    }

    @Test("an error without a hint has no key for it")
    func noHint() async throws {
        bench.controller.fail(ControlError(.conflict, "Not now."))
        let answer = try await ask("POST", "/api/v1/pause")
        #expect(answer.text == #"{"error":{"code":"conflict","message":"Not now."}}"#)
    }

    @Test(
        "unknown paths are 404, those of later steps too",
        arguments: [
            "/", "/api/v1", "/api/v1/status/", "/api/v1/track", "/api/v2/status",
        ])
    func unknownPath(path: String) async throws {
        let answer = try await ask("GET", path)
        #expect(answer.status == 404)
        #expect(answer.error?["code"] == "not-found")
    }

    @Test(
        "a wrong method is 405 with those that are right",
        arguments: [
            ("POST", "/api/v1/status", "GET, HEAD"), ("GET", "/api/v1/refresh", "POST"),
            ("POST", "/api/v1/override", "DELETE, PUT"), ("GET", "/api/v1/pause", "POST"),
            ("OPTIONS", "/api/v1/status", "GET, HEAD"), ("TRACE", "/healthz", "GET, HEAD"),
        ])
    func wrongMethod(method: String, path: String, allowed: String) async throws {
        let answer = try await ask(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers["Allow"] == allowed)
        #expect(bench.controller.asked.isEmpty)
    }

    @Test(
        "a body that is not said to be JSON is 415",
        arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
    func notJSON(type: String?) async throws {
        let answer = try await ask("POST", "/api/v1/refresh", "{}", type: type)
        #expect(answer.status == 415)
        #expect(answer.error?["hint"] == "Send it with Content-Type: application/json.")
        #expect(bench.controller.asked.isEmpty)
    }

    @Test("the content type may have parameters and capitals")
    func jsonWithParameters() async throws {
        let answer = try await ask(
            "POST", "/api/v1/pause", "{}", type: "Application/JSON; charset=utf-8")
        #expect(answer.status == 204)
    }

    @Test("H05 no answer lets another site read it")
    func noCrossOrigin() async throws {
        for (method, path) in [
            ("GET", "/api/v1/status"), ("OPTIONS", "/api/v1/status"), ("GET", "/nothing"),
        ] {
            let answer = try await ask(method, path)
            #expect(
                !answer.headers.keys.contains { $0.lowercased().hasPrefix("access-control") })
        }
    }
}
