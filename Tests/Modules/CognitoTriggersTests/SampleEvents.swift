import Foundation
import JSON

/// The events of `Fixtures/sample_events.json`, by name and byte for byte.
enum SampleEvents {
    static func bytes(_ name: String) throws -> [UInt8] {
        guard let event = try file()[name] else { throw CocoaError(.keyValueValidation) }
        return Array(event.bytes)
    }

    static func names() throws -> [String] { try file().members.map(\.name) }

    private static func file() throws -> JSONValue {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try JSONValue(parsing: [UInt8](Data(contentsOf: folder.appending(path: "Fixtures/sample_events.json"))))
    }
}
