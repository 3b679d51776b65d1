internal import JSON
private import Primitives

/// Reads the members of a credential's JSON, for both ceremonies.
struct CredentialReader {
    let id: [UInt8]
    private let response: JSONValue

    init(_ json: JSONValue) throws(WebAuthnError) {
        guard let text = json["id"]?.string, let id = Self.decode(text), !id.isEmpty else {
            throw .invalidMember("id")
        }
        // An id has exactly one text form, so equal ids have equal texts.
        guard json["rawId"]?.string == text else { throw .invalidMember("rawId") }
        guard json["type"]?.string == "public-key" else { throw .invalidMember("type") }
        guard let response = json["response"], response.kind == .object else { throw .invalidMember("response") }
        self.id = id
        self.response = response
    }

    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = response[name]?.string.flatMap(Self.decode) else { throw .invalidMember(name) }
        return bytes
    }

    /// The client data, in base64url or in standard base64, which some clients write.
    func clientData() throws(WebAuthnError) -> [UInt8] {
        guard let text = response["clientDataJSON"]?.string,
            let bytes = Self.decode(text) ?? Base64.decode(text)
        else { throw .invalidMember("clientDataJSON") }
        return bytes
    }

    func userHandle() throws(WebAuthnError) -> [UInt8]? {
        guard let member = response["userHandle"], !member.isNull else { return nil }
        guard let text = member.string else { throw .invalidMember("userHandle") }
        return text.isEmpty ? nil : Self.decode(text) ?? Array(text.utf8)
    }

    func transports() throws(WebAuthnError) -> [String] {
        guard let member = response["transports"], !member.isNull else { return [] }
        let transports = member.elements.compactMap(\.string)
        guard member.kind == .array, transports.count == member.elements.count else {
            throw .invalidMember("transports")
        }
        return transports
    }

    private static func decode(_ text: String) -> [UInt8]? { Base64URL.decode(text) }
}
