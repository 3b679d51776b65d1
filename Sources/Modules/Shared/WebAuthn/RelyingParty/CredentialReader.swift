internal import JSON
private import Primitives

/// Reads the members of a credential's JSON, for both ceremonies.
///
/// One rule holds for every binary member: its text is base64url or standard base64, with the padding that it needs or
/// without any. WebAuthn section 5.1.8 says base64url without padding; browsers, Android's Credential Manager and the
/// JavaScript SDKs send it. Code for other platforms is written by hand: Foundation encodes only to standard base64,
/// and encoders of Dart, Java and Python pad base64url. Any other text is refused, so no part of a text is ignored.
struct CredentialReader {
    /// More transports than there are. Nothing bounds what a client may send, and the list is stored.
    private static let maximumTransports = 16
    /// The longest name of a transport, in bytes.
    private static let maximumTransportLength = 32

    let id: [UInt8]
    private let response: JSONValue

    init(_ json: JSONValue) throws(WebAuthnError) {
        guard let id = Self.bytes(json["id"]), 1...AttestedCredential.maximumIDLength ~= id.count else {
            throw .invalidMember("id")
        }
        guard let rawID = Self.bytes(json["rawId"]), rawID == id else { throw .invalidMember("rawId") }
        guard let type = json["type"], type.isString("public-key") else { throw .invalidMember("type") }
        guard let response = json["response"], response.kind == .object else { throw .invalidMember("response") }
        self.id = id
        self.response = response
    }

    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = Self.bytes(response[name]) else { throw .invalidMember(name) }
        return bytes
    }

    /// The user handle; nil if there is none. A text in no such form is the handle itself: Authsignal's iOS
    /// SDK sends the bytes of the handle as text.
    func userHandle() throws(WebAuthnError) -> [UInt8]? {
        guard let member = response["userHandle"], !member.isNull else { return nil }
        guard let text = member.string else { throw .invalidMember("userHandle") }
        return text.isEmpty ? nil : Base64.decodeAnyForm(text) ?? Array(text.utf8)
    }

    func transports() throws(WebAuthnError) -> [String] {
        guard let member = response["transports"], !member.isNull else { return [] }
        guard member.kind == .array, member.elements.count <= Self.maximumTransports else {
            throw .invalidMember("transports")
        }
        let transports = member.elements.compactMap(\.string).filter { $0.utf8.count <= Self.maximumTransportLength }
        guard transports.count == member.elements.count else { throw .invalidMember("transports") }
        return transports
    }

    private static func bytes(_ member: JSONValue?) -> [UInt8]? { member?.string.flatMap { Base64.decodeAnyForm($0) } }
}
