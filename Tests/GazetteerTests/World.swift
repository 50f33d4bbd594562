import Domain
import Foundation
import Gazetteer
import TestSupport

/// The real places, imported once for all tests.
enum World {
    /// The gazetteer, and the folder of its database.
    static func opened() async throws -> (gazetteer: Gazetteer, database: String) {
        try await gazetteer.prepare()
        return (gazetteer, "\(folder)/gazetteer.db")
    }

    private static let folder: String = {
        let path =
            FileManager.default.temporaryDirectory.path + "/milepost-world-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // No test is the last one to know of, so the folder goes with the program.
        atexit { try? FileManager.default.removeItem(atPath: World.folder) }
        return path
    }()

    private static let gazetteer = Gazetteer(directory: folder, log: Diary().log())
}
