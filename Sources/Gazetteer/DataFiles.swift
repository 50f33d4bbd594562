import CGazetteer
import Database
import Glibc

/// The files that the places come from.
struct DataFiles: Hashable, Sendable {
    let folder: String

    var places: String { "\(folder)/places.tsv" }
    var countries: String { "\(folder)/countries.tsv" }
    /// Need not be there.
    var names: String { "\(folder)/names.tsv" }
    var hasNames: Bool { access(names, F_OK) == 0 }

    /// The files in `explicit`, or else in the first of the usual folders that has them.
    static func find(
        in explicit: String?, otherwise folders: [String] = usualFolders
    ) throws(GazetteerError) -> DataFiles {
        let tried = explicit.map { [$0] } ?? folders
        for folder in tried {
            let files = DataFiles(folder: folder)
            if access(files.places, R_OK) == 0, access(files.countries, R_OK) == 0 { return files }
        }
        let remedy =
            explicit == nil
            ? "install milepost again, or name the folder they are in"
            : "name the folder they are in"
        throw GazetteerError(
            .noData,
            "places.tsv and countries.tsv are not in \(tried.joined(separator: " nor in ")); "
                + remedy)
    }

    /// The user's own, then beside the running program, as the build puts them, then where they are installed.
    ///
    /// The first and the last are those of the XDG Base Directory Specification.
    static var usualFolders: [String] {
        let own = variable("XDG_DATA_HOME") ?? variable("HOME").map { "\($0)/.local/share" }
        let installed = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let shared = [own].compactMap { $0 } + installed.split(separator: ":").map(String.init)
        var folders = shared.map { "\($0)/milepost" }
        if let programFolder {
            let place = own == nil ? 0 : 1
            folders.insert("\(programFolder)/\(String(cString: cgazetteer_folder()))", at: place)
        }
        return folders
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var programFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return FolderOwner.parent(of: String(cString: path))
    }

    /// Size and time of change of the files: another stamp, other places.
    func stamp() throws(GazetteerError) -> String {
        var parts: [String] = []
        for path in [places, countries] + (hasNames ? [names] : []) {
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw GazetteerError(
                    .noData, "\(path) cannot be read: \(String(cString: strerror(errno)))")
            }
            let changed = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            parts.append("\(status.st_size) \(changed)")
        }
        return parts.joined(separator: ", ")
    }
}
