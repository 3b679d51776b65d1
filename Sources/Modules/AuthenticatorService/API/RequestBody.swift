internal import JSON
private import Primitives

/// The JSON object of a request's body.
struct RequestBody {
    /// The longest id, name or key allowed, in bytes.
    static let maximumTextLength = 256

    /// The object; nil if the body is empty, which counts as an empty object.
    let json: JSONValue?

    /// - Throws: `tooLarge`; `invalidRequest` if the body is not a JSON object.
    init(_ bytes: [UInt8]) throws(APIError) {
        guard bytes.count <= APIRequest.maximumBodyLength else { throw .tooLarge }
        guard !bytes.isEmpty else {
            json = nil
            return
        }
        let limits = JSONLimits(maximumBytes: APIRequest.maximumBodyLength, maximumDepth: 16)
        guard let value = try? JSONValue(parsing: bytes, limits: limits), value.kind == .object else {
            throw .invalidRequest("the body")
        }
        json = value
    }

    /// The member of that name; nil if it is missing or null.
    subscript(name: String) -> JSONValue? {
        guard let value = json?[name], !value.isNull else { return nil }
        return value
    }

    /// An optional text, which must be neither empty nor too long.
    func text(_ name: String, maximumLength: Int = maximumTextLength) throws(APIError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string, 1...maximumLength ~= text.utf8.count else { throw .invalidRequest(name) }
        return text
    }

    /// A required text.
    func requiredText(_ name: String, maximumLength: Int = maximumTextLength) throws(APIError) -> String {
        guard let text = try text(name, maximumLength: maximumLength) else { throw .invalidRequest(name) }
        return text
    }

    /// An optional email address.
    func email(_ name: String = "email") throws(APIError) -> String? {
        guard let text = try text(name, maximumLength: EmailAddress.maximumLength) else { return nil }
        guard EmailAddress.isValid(text) else { throw .invalidRequest(name) }
        return text
    }
}
