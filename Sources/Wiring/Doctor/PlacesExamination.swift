import Domain
import Gazetteer

/// Whether this machine's own list of places is there; imports it if that was not done yet.
package enum PlacesExamination {
    static func findings(_ gazetteer: Gazetteer?) async -> [Finding] {
        guard let gazetteer else { return [] }
        do throws(GazetteerError) {
            try await gazetteer.prepare()
            return [.well(gazetteer.name, "the places are ready")]
        } catch {
            return [.wrong(gazetteer.name, error.message)]
        }
    }
}
