import Domain
import Foundation
import Testing
import Web

@Suite("Control API: override", .serialized)
struct OverrideTests {
    let bench = Bench()

    func put(_ body: String) async throws -> (status: Int, json: NSDictionary?) {
        let response = await bench.api.answer(
            ServerRequest(
                method: "PUT", path: "/api/v1/override",
                headers: ["content-type": "application/json"], body: Data(body.utf8)))
        guard case .data(let data) = response.body else { return (response.status, nil) }
        return (response.status, try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }

    @Test(
        "what was given is handed on, and what was not stays absent",
        arguments: [
            (
                #"{"lat": 37.5547, "lon": 126.9706}"#,
                "override 37.5547 126.9706 alt=- name=- once=false"
            ),
            (
                #"{"lat": 0, "lon": 0, "alt": 0, "once": true}"#,
                "override 0.0 0.0 alt=0.0 name=- once=true"
            ),
            (
                #"{"lat": -90, "lon": 180, "alt": -12.5, "name": "</script><b>\"집\""}"#,
                "override -90.0 180.0 alt=-12.5 name=</script><b>\"집\" once=false"
            ),
            (#"{"place": "서울역"}"#, "override place=서울역 once=false"),
            (#"{"once": true, "place": "Busan"}"#, "override place=Busan once=true"),
        ])
    func given(body: String, call: String) async throws {
        let answer = try await put(body)
        #expect(answer.status == 200)
        #expect(bench.controller.asked == [call])
        let fix = answer.json?["fix"] as? NSDictionary
        #expect(fix?["seq"] as? Int == 7)
    }

    @Test(
        "R10 text that is no coordinate is refused with the rule, and nothing changes",
        arguments: [
            // Message, then hint.
            (
                #"{"lat": 90.5, "lon": 127.25}"#,
                "lat 90.5 is out of range: a latitude is from -90 to 90.",
                "Are lat and lon swapped?"
            ),
            (
                #"{"lat": 127.25, "lon": 36.5}"#,
                "lat 127.25 is out of range: a latitude is from -90 to 90.",
                "Are lat and lon swapped?"
            ),
            (
                #"{"lat": 1e2, "lon": 0}"#,
                "lat 100.0 is out of range: a latitude is from -90 to 90.",
                "Are lat and lon swapped?"
            ),
            (
                #"{"lat": 36.5, "lon": -180.001}"#,
                "lon -180.001 is out of range: a longitude is from -180 to 180.", nil
            ),
            (#"{"lat": "36,5", "lon": 127}"#, "lat is a text, not a number.", nil),
            (#"{"lat": "36.5° N", "lon": "127.25° E"}"#, "lat is a text, not a number.", nil),
            (#"{"lat": 36.5, "lon": [127]}"#, "lon is a list, not a number.", nil),
            (
                #"{"lat": null, "lon": 0}"#, "lat is null or unreadable, not a number.",
                "Leave lat out if you do not know it."
            ),
            (
                #"{"place": "\ud800"}"#, "place is null or unreadable, not a text.",
                "Leave place out if you do not know it."
            ),
            (#"{"lat": true, "lon": 0}"#, "lat is true or false, not a number.", nil),
            (
                #"{"lat": 36.5, "lon": 127, "alt": 1e300}"#,
                "alt 1e+300 is out of range: a height is from -1000 to 100000 metres.", nil
            ),
            (
                #"{"lat": 36.5, "lon": 127, "alt": "12"}"#, "alt is a text, not a number.",
                nil
            ),
            (
                #"{"lat": 36.5, "lon": 127, "once": 1}"#,
                "once is a number, not true or false.", nil
            ),
            (#"{"lat": 36.5, "lon": 127, "name": " "}"#, "name is empty.", nil),
            (#"{"lat": 36.5}"#, "lon is missing.", "Give either lat and lon, or place."),
            (#"{"lon": 36.5}"#, "lat is missing.", "Give either lat and lon, or place."),
            ("", "lat and lon are missing.", "Give either lat and lon, or place."),
            (
                #"{"once": true}"#, "lat and lon are missing.",
                "Give either lat and lon, or place."
            ),
            (
                #"{"lat": 1, "lon": 2, "place": "Busan"}"#,
                "place and lat are both given.", "Give either lat and lon, or place."
            ),
            (
                #"{"name": "x", "place": "Busan"}"#,
                "place and name are both given.", "Give either lat and lon, or place."
            ),
            (#"{"place": ""}"#, "place is empty.", nil),
            (#"{"place": 5}"#, "place is a number, not a text.", nil),
            ("[36.5, 127]", "The body is a list, not a JSON object.", nil),
            ("\"36.5,127\"", "The body is a text, not a JSON object.", nil),
        ] as [(String, String, String?)])
    func refused(body: String, message: String, hint: String?) async throws {
        let answer = try await put(body)
        #expect(answer.status == 400)
        let error = answer.json?["error"] as? [String: String]
        #expect(error?["code"] == "bad-request")
        #expect(error?["message"] == message)
        #expect(error?["hint"] == hint)
        #expect(bench.controller.asked.isEmpty)
    }

    @Test(
        "R10 a number too large for the machine is refused",
        arguments: ["1e999", String(repeating: "9", count: 10_000)])
    func tooLarge(number: String) async throws {
        let answer = try await put(#"{"lat": "# + number + #", "lon": 0}"#)
        #expect(answer.status == 400)
        let error = answer.json?["error"] as? [String: String]
        #expect(error?["message"] == "lat is null or unreadable, not a number.")
        #expect(bench.controller.asked.isEmpty)
    }

    @Test(
        "R10 what is no JSON is refused as that",
        arguments: [
            #"{"lat": NaN, "lon": 0}"#, #"{"lat": 36,5, "lon": 127}"#,
            "{", "36.5 127", "<html>", #"{"lat": 36.5° N}"#, "\u{0}\u{1}",
            #"{"lat": 36.5, "lon": 127} {}"#, String(repeating: "[", count: 60_000),
            String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        ])
    func garbage(body: String) async throws {
        let answer = try await put(body)
        #expect(answer.status == 400)
        let error = answer.json?["error"] as? [String: String]
        #expect(error?["message"] == "The body is not valid JSON.")
        #expect(bench.controller.asked.isEmpty)
    }

    @Test(
        "an unknown key is refused with the nearest right one",
        arguments: [
            ("latitude", "lat"), ("lonn", "lon"), ("longitude", "lon"), ("altitude", "alt"),
            ("Lat", "lat"), ("plase", "place"), ("names", "name"), ("one", "once"),
        ])
    func unknownKey(key: String, nearest: String) async throws {
        let answer = try await put("{\"lat\": 1, \"lon\": 2, \"\(key)\": 3}")
        #expect(answer.status == 400)
        let error = answer.json?["error"] as? [String: String]
        #expect(error?["message"] == "\"\(key)\" is not a key of this request.")
        #expect(
            error?["hint"]
                == "Did you mean \"\(nearest)\"? Known are lat, lon, alt, name, once, place.")
        #expect(bench.controller.asked.isEmpty)
    }

    @Test("a name may have 200 characters of any script, and no more")
    func longName() async throws {
        let body = { (count: Int) in
            #"{"lat": 1, "lon": 2, "name": ""# + String(repeating: "역", count: count) + "\"}"
        }
        #expect(try await put(body(200)).status == 200)
        #expect(try await put(body(201)).status == 400)
        #expect(bench.controller.asked.count == 1)
    }
}
