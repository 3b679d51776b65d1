import JSON
import OpenSSLCrypto
import Primitives
import SoftwarePasskey
import TestKeys
import Testing
import WebAuthn

/// A software passkey that can misbehave in ways that a correct authenticator never does. It can register the same
/// credential twice, and its client data may name another origin.
struct UnrulyPasskey {
    private var passkey: SoftwarePasskey
    private(set) var userHandle: [UInt8] = []
    /// The user handle that it sends.
    var sentHandle: [UInt8]?
    var origin = TestService.origin
    /// Whether the page is in a frame, and of which outermost page.
    var crossOrigin: Bool?
    var topOrigin: String?
    /// Whether somebody is present when it is created.
    var isUserPresent = true
    /// Whether it verifies the person.
    var isUserVerified = true
    /// What else it claims, such as that it may be backed up.
    var furtherFlags: AuthenticatorFlags {
        get { passkey.furtherFlags }
        set { passkey.furtherFlags = newValue }
    }
    /// The domain that it signs for.
    var relyingPartyID: String {
        get { passkey.relyingPartyID }
        set { passkey.relyingPartyID = newValue }
    }
    /// The format of its statement, which is always empty.
    var format = "none"
    /// What happens to the client data, the authenticator data and the signature before they are sent.
    var beforeSending: (inout [UInt8], inout [UInt8], inout [UInt8]) -> Void = { _, _, _ in }
    /// What its client data have after the challenge.
    var challengeSuffix = ""
    /// How it writes bytes; in base64url without padding unless a test says otherwise.
    var encode: ([UInt8]) -> String = Base64URL.encode

    init() throws {
        passkey = try SoftwarePasskey(algorithm: .es256, relyingPartyID: TestService.relyingPartyID, userHandle: [])
    }

    /// A passkey that a service of a pool has registered, with the same relying party and tables of its own.
    static func registered(inPool id: String, of subject: String = "sub") throws -> UnrulyPasskey {
        let service = try TestService(poolID: id)
        let token = try service.challengeToken(subject, email: nil, scope: "add:authenticators", pool: id)
        return try service.registeredPasskey(token)
    }

    var id: [UInt8] { passkey.id }
    var idText: String { Base64URL.encode(id) }

    /// Answers registration options with the credential.
    mutating func register(_ options: JSONValue?) throws -> String {
        userHandle = try #require(Base64URL.decode(options?["user"]?["id"]?.string ?? ""))
        sentHandle = userHandle
        let object = try CBORValue(
            decoding: passkey.attestationObject(isUserPresent: isUserPresent, isUserVerified: isUserVerified))
        var (clientData, data) = (clientData("webauthn.create", options), try #require(object["authData"]?.bytes))
        var signature: [UInt8] = []
        beforeSending(&clientData, &data, &signature)
        let attestation = CBORValue.map([
            CBORMember(.text("fmt"), .text(format)), CBORMember(.text("attStmt"), .map([])),
            CBORMember(.text("authData"), .bytes(data)),
        ]).encoded
        return credential { response in
            response.member("clientDataJSON", encode(clientData))
            response.member("attestationObject", encode(attestation))
            response.member("transports", ["internal"])
        }
    }

    /// Answers authentication options with an assertion. Each has a higher sign count than the one before.
    mutating func sign(_ options: JSONValue?) throws -> String {
        var clientData = clientData("webauthn.get", options)
        var (data, signature) = try passkey.assertion(
            clientDataHash: SHA256.digest(of: clientData), isUserVerified: isUserVerified)
        beforeSending(&clientData, &data, &signature)
        return credential { response in
            response.member("clientDataJSON", encode(clientData))
            response.member("authenticatorData", encode(data))
            response.member("signature", encode(signature))
            response.member("userHandle", ifPresent: sentHandle.map(encode))
        }
    }

    private func clientData(_ type: String, _ options: JSONValue?) -> [UInt8] {
        JSONWriter.object { data in
            data.member("type", type)
            data.member("challenge", (options?["challenge"]?.string ?? "") + challengeSuffix)
            data.member("origin", origin)
            if let crossOrigin { data.member("crossOrigin", crossOrigin) }
            data.member("topOrigin", ifPresent: topOrigin)
        }
    }

    private func credential(_ response: (inout JSONWriter) -> Void) -> String {
        let json = JSONWriter.object { credential in
            credential.member("id", encode(id))
            credential.member("rawId", encode(id))
            credential.member("type", "public-key")
            credential.member("response", response)
        }
        return String(decoding: json, as: UTF8.self)
    }
}
