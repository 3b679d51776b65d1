import JOSE
import JSON
import OpenSSLCrypto
import WebAuthn

/// A passkey in software: a real key, real authenticator data, right unless told otherwise.
struct SoftwarePasskey {
    let key: PrivateKey
    let id: [UInt8]
    var userHandle: [UInt8] = []
    var origin = World.origin
    var signCount: UInt32 = 0

    init() throws {
        key = try .generate(.p256)
        id = try SecureRandom.bytes(32)
    }

    var idText: String { Base64URL.encode(id) }

    /// The credential for registration options.
    mutating func register(_ options: JSONValue?) throws -> String {
        userHandle = try Base64URL.decode(options?["user"]?["id"]?.string ?? "")
        let publicKey = CredentialPublicKey(key.publicKey).encoded
        let data =
            authenticatorData(flags: 0x45) + [UInt8](repeating: 0, count: 16)
            + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id + publicKey
        let object = CBORValue.map([
            CBORMember(.text("fmt"), .text("none")), CBORMember(.text("attStmt"), .map([])),
            CBORMember(.text("authData"), .bytes(data)),
        ])
        return credential { response in
            response.member("clientDataJSON", Base64URL.encode(clientData("webauthn.create", options)))
            response.member("attestationObject", Base64URL.encode(object.encoded))
            response.member("transports", ["internal"])
        }
    }

    /// The credential for authentication options.
    func sign(_ options: JSONValue?) throws -> String {
        let data = authenticatorData(flags: 0x05)
        let clientData = clientData("webauthn.get", options)
        let signature = try key.signature(
            of: data + SHA256.digest(of: clientData), scheme: .ecdsaP256SHA256DER)
        return credential { response in
            response.member("clientDataJSON", Base64URL.encode(clientData))
            response.member("authenticatorData", Base64URL.encode(data))
            response.member("signature", Base64URL.encode(signature))
            response.member("userHandle", Base64URL.encode(userHandle))
        }
    }

    private func authenticatorData(flags: UInt8) -> [UInt8] {
        SHA256.digest(of: Array(World.relyingPartyID.utf8)) + [flags]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
    }

    private func clientData(_ type: String, _ options: JSONValue?) -> [UInt8] {
        JSONWriter.object { data in
            data.member("type", type)
            data.member("challenge", options?["challenge"]?.string ?? "")
            data.member("origin", origin)
        }
    }

    private func credential(_ response: (inout JSONWriter) -> Void) -> String {
        let json = JSONWriter.object { credential in
            credential.member("id", idText)
            credential.member("rawId", idText)
            credential.member("type", "public-key")
            credential.member("response", response)
        }
        return String(decoding: json, as: UTF8.self)
    }
}
