internal import Essentials

/// Names and contents of the files in a folder of events.
enum EventFiles {
    static let expectationSuffix = ".expected.json"

    /// Whether a file beside an event says what is expected of it.
    static func hasExpectation(_ event: String) -> Bool { isFile(expectation(of: event)) }

    /// The file of the expectation beside an event.
    static func expectation(of event: String) -> String {
        URL(filePath: event).deletingPathExtension().path + expectationSuffix
    }

    /// The event's file for a file that is an expectation; the file itself otherwise.
    static func eventFile(of path: String) -> String {
        guard path.hasSuffix(expectationSuffix) else { return path }
        let stem = path.dropLast(expectationSuffix.count)
        return [".json", ".txt"].map { stem + $0 }.first(where: isFile) ?? path
    }

    /// The name of an event: its file's without the extension.
    static func name(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// The bytes of an event, without the line ends that close its file.
    static func event(_ path: String) throws(ReplayError) -> [UInt8] {
        var event = try bytes(path)
        while event.last == UInt8(ascii: "\n") { event.removeLast() }
        return event
    }

    /// The file of the sets of variables.
    static func environments(in folder: String) -> String { folder + "/environments.json" }

    /// The bytes of a file.
    static func bytes(_ path: String) throws(ReplayError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        return [UInt8](data)
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws(ReplayError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(path: folder)
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The paths of the folders in a folder, sorted.
    static func folders(in folder: String) throws(ReplayError) -> [String] {
        try names(in: folder).map { folder + "/" + $0 }.filter { type($0) == .typeDirectory }
    }

    /// Whether there is a file at a path.
    static func isFile(_ path: String) -> Bool { type(path) == .typeRegular }

    private static func type(_ path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }
}
