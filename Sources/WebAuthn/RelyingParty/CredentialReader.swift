internal import JOSE
internal import JSON

/// Reads the members that the JSON of both ceremonies' credentials is made of.
struct CredentialReader {
    let id: [UInt8]
    private let response: JSONValue

    init(_ json: JSONValue) throws(WebAuthnError) {
        guard let text = json["id"]?.string, let id = Self.decode(text), !id.isEmpty else {
            throw .invalidMember("id")
        }
        // The text of an id has one form, so the two texts are equal when the ids are.
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

    func clientData() throws(WebAuthnError) -> [UInt8] {
        guard let text = response["clientDataJSON"]?.string,
            let bytes = Self.decode(text) ?? Self.decodeStandard(text)
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

    private static func decode(_ text: String) -> [UInt8]? { try? Base64URL.decode(text) }

    /// Standard base64 with its padding (RFC 4648 section 4), canonical.
    private static func decodeStandard(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        guard characters.count % 4 == 0, !characters.contains(UInt8(ascii: "-")),
            !characters.contains(UInt8(ascii: "_"))
        else { return nil }
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        let translated = characters.map { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: character
            }
        }
        return try? Base64URL.decode(translated[...])
    }
}
