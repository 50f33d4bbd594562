import Domain
import Lookup
import Testing
import Wiring

@Suite("Doctor: providers")
struct ProviderExaminationTests {
    private static let faults = LookupFailure.Code.allCases.filter {
        $0 != .notFound && $0 != .notCovered
    }

    private func finding(_ code: LookupFailure.Code) -> Finding {
        let failure = LookupFailure(
            part: .weather, provider: "kma", code: code, message: "kma said no")
        return ProviderExamination.finding(.weather, "kma", .failed([failure]))
    }

    @Test("an answer is well")
    func answer() {
        let found = Found.weather(Weather(provider: "kma"))
        #expect(
            ProviderExamination.finding(.weather, "kma", .found(found)).description
                == "ok    kma: answers a request for the weather")
    }

    @Test(
        "that it knows nothing of a place is an answer too",
        arguments: [LookupFailure.Code.notFound, .notCovered])
    func nothing(code: LookupFailure.Code) { #expect(finding(code).isWell) }

    @Test(
        "each other failure is wrong, with its own remedy",
        arguments: Self.faults)
    func failures(code: LookupFailure.Code) {
        let finding = finding(code)
        #expect(!finding.isWell)
        #expect(finding.text.hasPrefix("kma said no; "))
    }

    @Test("a refused key is told with where to put one")
    func key() {
        #expect(
            finding(.refused).text
                == "kma said no; give it a key that is valid: put the key into a file of mode 0600 and"
                + " name it in providers.kma.key_file, or set MILEPOST_KMA_KEY")
    }
}
