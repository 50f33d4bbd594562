import Domain
import Testing
import Wiring

private struct Finder: PlaceFinder {
    var name: String
    var isOwnList = false
    var answer: Result<[NamedPlace], LookupFailure>

    func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] { try answer.get() }
}

@Suite("Places by name")
struct PlacesTests {
    private func place(
        _ label: String, _ latitude: Double, isExact: Bool = true
    ) throws -> NamedPlace {
        NamedPlace(
            coordinate: try #require(Coordinate(latitude: latitude, longitude: 127)), label: label,
            provider: "first", isExact: isExact)
    }

    private func failing(
        _ code: LookupFailure.Code, _ message: String = "it is down"
    ) -> Finder {
        Finder(
            name: "down",
            answer: .failure(
                LookupFailure(part: .address, provider: "down", code: code, message: message)))
    }

    private func error(_ finders: [any PlaceFinder]) async -> ControlError? {
        do {
            _ = try await Places(finders: finders, language: .en).one(named: "Busan")
            return nil
        } catch { return error }
    }

    @Test("come from the first that knows any, past one that fails and one that knows none")
    func fallback() async throws {
        let busan = try place("Busan", 35)
        let places = Places(
            finders: [
                failing(.network), Finder(name: "empty", answer: .success([])),
                Finder(name: "first", answer: .success([busan])),
                Finder(name: "second", answer: .success([try place("Elsewhere", 1)])),
            ], language: .en)
        #expect(try await places.one(named: "Busan") == busan)
        #expect(try await places.all(named: "Busan") == [busan])
    }

    @Test("several of them are a conflict that lists them with their coordinates")
    func several() async throws {
        let both = [try place("Busan, KR", 35), try place("Busan, elsewhere", 12.5)]
        let error = await error([Finder(name: "first", answer: .success(both))])
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("Busan, elsewhere (12.5, 127.0)") == true)
        #expect(error?.hint != nil)
    }

    @Test("a name that this machine's list does not know is told so, though nobody else answers")
    func offline() async {
        let list = Finder(name: "gazetteer", isOwnList: true, answer: .success([]))
        let error = await error([list, failing(.network)])
        #expect(error?.code == .notFound)
        #expect(
            error?.message
                == "There is no place named Busan in this machine's list, and nobody else could be"
                + " asked: down: it is down.")
    }

    @Test(
        "nobody is asked for what has no letter and no digit",
        arguments: ["", " ", "?!", "---", "😀", "\u{200B}"])
    func noWord(text: String) async throws {
        let busan = try place("Busan", 35)
        let places = Places(
            finders: [Finder(name: "first", answer: .success([busan]))], language: .en)
        do throws(ControlError) {
            _ = try await places.all(named: text)
            Issue.record("it was asked for")
        } catch {
            #expect(error.code == .badRequest)
        }
    }

    @Test("one of another name is not taken, but told")
    func otherName() async throws {
        let other = try place("New Busan, NZ", -36.5, isExact: false)
        let error = await error([Finder(name: "first", answer: .success([other]))])
        #expect(error?.code == .notFound)
        #expect(
            error?.message
                == "Busan is no known name; did you mean: New Busan, NZ (-36.5, 127.0)?")
        #expect(error?.hint != nil)
    }

    @Test("none is not found; nobody to ask, or a failure, is unavailable")
    func none() async {
        let empty = Finder(name: "empty", answer: .success([]))
        #expect(await error([empty])?.code == .notFound)
        #expect(await error([failing(.notFound)])?.code == .notFound)
        #expect(await error([])?.code == .unavailable)
        let failed = await error([failing(.network), empty])
        #expect(failed?.code == .unavailable)
        #expect(failed?.message == "The place could not be looked up: down: it is down.")
        let told = await error([failing(.network, "down did not answer")])
        #expect(told?.message == "The place could not be looked up: down did not answer.")
    }
}
