internal import JSON

/// Formats JSON for people: one member on each line, as in the sample events.
enum PrettyJSON {
    /// The same value, formatted. Anything that is not JSON stays as it is.
    static func of(_ json: [UInt8]) -> [UInt8] {
        guard let value = try? JSONValue(parsing: json) else { return json }
        return Array((text(value, "") + "\n").utf8)
    }

    private static func text(_ value: JSONValue, _ indentation: String) -> String {
        let inner = indentation + "  "
        func block(_ lines: [String], _ open: String, _ close: String) -> String {
            lines.isEmpty
                ? open + close
                : open + "\n" + lines.map { inner + $0 }.joined(separator: ",\n") + "\n\(indentation)\(close)"
        }
        switch value.kind {
        case .object:
            return block(value.members.map { name, value in "\(quoted(name)): \(text(value, inner))" }, "{", "}")
        case .array: return block(value.elements.map { text($0, inner) }, "[", "]")
        default: return String(decoding: value.bytes, as: UTF8.self)
        }
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return String(decoding: bytes, as: UTF8.self)
    }
}
