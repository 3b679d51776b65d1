internal import JSON

/// The JSON object of a request's body.
struct ProviderRequestBody {
    /// The longest body allowed, in bytes. A passkey with its attestation certificates takes a few thousand.
    private static let maximumLength = 65_536

    private let json: JSONValue

    /// - Throws: `invalidRequest` if the body is not a JSON object.
    init(_ bytes: [UInt8]) throws(ProviderError) {
        let limits = JSONLimits(maximumBytes: Self.maximumLength, maximumDepth: 16)
        guard let json = try? JSONValue(parsing: bytes, limits: limits), json.kind == .object else {
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
