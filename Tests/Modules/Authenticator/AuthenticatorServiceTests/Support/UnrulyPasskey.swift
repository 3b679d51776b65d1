import JSON
import OpenSSLCrypto
import Primitives
import SoftwarePasskey
import Testing
import WebAuthn

/// A software passkey that can misbehave in ways that a correct authenticator never does. It can register the same
/// credential twice, and its client data may name another origin.
struct UnrulyPasskey {
    private var passkey: SoftwarePasskey
    private(set) var userHandle: [UInt8] = []
    var origin = TestService.origin
    /// Whether somebody is present when it is created.
    var isUserPresent = true
    /// What its client data have after the challenge.
    var challengeSuffix = ""
    /// How it writes bytes; in base64url without padding unless a test says otherwise.
    var encode: ([UInt8]) -> String = Base64URL.encode

    init() throws {
        passkey = try SoftwarePasskey(algorithm: .es256, relyingPartyID: TestService.relyingPartyID, userHandle: [])
    }

    var id: [UInt8] { passkey.id }
    var idText: String { Base64URL.encode(id) }

    /// Answers registration options with the credential.
    mutating func register(_ options: JSONValue?) throws -> String {
        userHandle = try #require(Base64URL.decode(options?["user"]?["id"]?.string ?? ""))
        let attestation = passkey.attestationObject(isUserPresent: isUserPresent, isUserVerified: true)
        return credential { response in
            response.member("clientDataJSON", encode(clientData("webauthn.create", options)))
            response.member("attestationObject", encode(attestation))
            response.member("transports", ["internal"])
        }
    }

    /// Answers authentication options with an assertion. Each has a higher sign count than the one before.
    mutating func sign(_ options: JSONValue?) throws -> String {
        let clientData = clientData("webauthn.get", options)
        let (data, signature) = try passkey.assertion(
            clientDataHash: SHA256.digest(of: clientData), isUserVerified: true)
        return credential { response in
            response.member("clientDataJSON", encode(clientData))
            response.member("authenticatorData", encode(data))
            response.member("signature", encode(signature))
            response.member("userHandle", encode(userHandle))
        }
    }

    private func clientData(_ type: String, _ options: JSONValue?) -> [UInt8] {
        JSONWriter.object { data in
            data.member("type", type)
            data.member("challenge", (options?["challenge"]?.string ?? "") + challengeSuffix)
            data.member("origin", origin)
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
