internal import JSON
private import Primitives
internal import WebAuthn

/// The part of a ceremony that the browser or the SDK performs.
extension SoftwareAuthenticator {
    /// The client data of a ceremony (WebAuthn section 5.8.1).
    func clientData(_ type: String, _ options: JSONValue) throws(SoftwarePasskeyError) -> [UInt8] {
        guard let challenge = options["challenge"]?.string, !challenge.isEmpty else {
            throw .invalidOptions("challenge")
        }
        return JSONWriter.object { data in
            data.member("type", type)
            data.member("challenge", challenge)
            data.member("origin", origin)
            data.member("crossOrigin", false)
        }
    }

    /// The relying party's id. It must be the origin's domain or a parent domain. An app's origin has no domain, so any
    /// id is accepted. An origin that no client would write is refused.
    func domain(_ member: JSONValue?, _ name: String) throws(SoftwarePasskeyError) -> String {
        guard let id = member?.string, !id.isEmpty else { throw .invalidOptions(name) }
        guard let origin = try? Origin(origin) else { throw .wrongDomain }
        guard let host = origin.host else { return id }
        guard host.hasSameBytes(as: id) || Array(host.utf8).suffix(id.utf8.count + 1).elementsEqual(("." + id).utf8)
        else { throw .wrongDomain }
        return id
    }

    /// What the authenticator stores for `user.id`; nil if a browser cannot decode it.
    func userHandle(_ userID: String) -> [UInt8]? {
        client == .iOS ? Array(userID.utf8) : Base64URL.decode(userID)
    }

    /// Client data in the client's encoding.
    func encoded(_ clientData: [UInt8]) -> String {
        client == .iOS ? Base64.encode(clientData) : Base64URL.encode(clientData)
    }

    /// The credential ids in a list of the options.
    static func ids(_ descriptors: JSONValue?) -> [[UInt8]] {
        descriptors?.elements.compactMap { $0["id"]?.string.flatMap { Base64URL.decode($0) } } ?? []
    }
}
