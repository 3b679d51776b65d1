internal import JSON
internal import LoopbackServer
internal import Primitives

/// The JSON object of a request's body.
struct ProviderRequestBody {
    /// The longest body allowed, in bytes. A passkey with its attestation certificates takes a few thousand.
    private static let maximumLength = 65_536

    private let json: JSONValue

    /// The body of a request that may also be a form, as OAuth has it. A form contains only texts.
    ///
    /// - Throws: `invalidRequest`.
    init(_ request: LoopbackRequest) throws(ProviderError) {
        let isForm = (request.header("content-type") ?? "").lowercased().hasPrefix("application/x-www-form-urlencoded")
        // Some tools call every body a form unless they are told otherwise.
        let isObject = request.body.first == UInt8(ascii: "{")
        try self.init(isForm && !isObject ? Self.json(ofForm: request.body) : request.body)
    }

    private static func json(ofForm bytes: [UInt8]) -> [UInt8] {
        JSONWriter.object { object in
            for pair in String(decoding: bytes, as: UTF8.self).split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
                    let text = text.replacing("+", with: " ")
                    return text.percentDecoded ?? String(text)
                }
                object.member(parts[0], parts.count > 1 ? parts[1] : "")
            }
        }
    }

    /// - Throws: `invalidRequest` if the body is not a JSON object.
    init(_ bytes: [UInt8]) throws(ProviderError) {
        let json = try? JSONValue(parsing: bytes, maximumBytes: Self.maximumLength, maximumDepth: 16)
        guard let json, json.kind == .object else {
            throw .invalidRequest("the body must be a JSON object")
        }
        self.json = json
    }

    /// The member of that name; nil if it is missing or null.
    subscript(name: String) -> JSONValue? {
        guard let value = json[name], !value.isNull else { return nil }
        return value
    }

    /// An optional text, which must not be empty.
    func text(_ name: String) throws(ProviderError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string, 1...2_048 ~= text.utf8.count else { throw .invalidRequest(name) }
        return text
    }

    /// A required text.
    func requiredText(_ name: String) throws(ProviderError) -> String {
        guard let text = try text(name) else { throw .invalidRequest("\(name) is required") }
        return text
    }

    /// A required object.
    func object(_ name: String) throws(ProviderError) -> JSONValue {
        guard let value = self[name], value.kind == .object else { throw .invalidRequest("\(name) is required") }
        return value
    }
}
