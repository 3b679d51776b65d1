internal import JSON
internal import OpenSSLCrypto
internal import Primitives
internal import TestKeys
internal import WebAuthn

extension FuzzTarget {
    /// Client data, authenticator data and attestation objects: alone, and in whole ceremonies of which parts are
    /// changed.
    static let ceremony = FuzzTarget(
        name: "webauthn", maximumLength: 4_096,
        seeds: {
            let vectors = SampleFiles.vectors("webauthn-spec").flatMap(Self.binaries)
            var seeds: [[UInt8]] = [
                [3, 0], [3, 1], [3, 0, 1, 1, 4, 2], [3, 1, 0, 2, 0, 36, 0, 4], [4], [4, 0, 1, 0, 33, 0, 1],
            ]
            seeds += [[0] + Sample.assertionData, [0] + Sample.registrationData]
            seeds.append([1] + Sample.clientData("webauthn.get").bytes)
            for vector in vectors { seeds += [[0] + vector, [2] + vector] }
            return seeds
        },
        words: [
            "webauthn.create", "webauthn.get", "https://example.org", "packed", "fido-u2f", "none", "x5c", "topOrigin",
        ]
    ) { input in
        var choices = Choices(input[...])
        switch choices.index(below: 5) {
        case 0:
            let bytes = choices.remainder()
            if let data = try? AuthenticatorData(bytes) { require("the data keeps its bytes", data.bytes == bytes) }
        case 1:
            let bytes = choices.remainder()
            guard let data = try? CollectedClientData(bytes) else { return }
            require("the hash is that of the bytes", data.hash == SHA256.digest(of: bytes))
        case 2:
            let credential = RegistrationCredential(
                id: Sample.id, clientDataJSON: Sample.clientData("webauthn.create").bytes,
                attestationObject: choices.remainder())
            tryRegistration(credential)
        case 3:
            let format = choices.element(["none", "packed"])
            let clientData = Sample.clientData("webauthn.create").edited(by: &choices).bytes
            let object = Sample.attestation(format, changed(Sample.registrationData, by: &choices))
            tryRegistration(
                RegistrationCredential(
                    id: changed(Sample.id, by: &choices), clientDataJSON: clientData,
                    attestationObject: changed(object, by: &choices)))
        default: tryAuthentication(&choices)
        }
    }

    private static let relyingParty = certain("a relying party") {
        try RelyingParty(id: Sample.domain, name: "Example", origins: [Origin(Sample.origin)])
    }

    private static func tryRegistration(_ credential: RegistrationCredential) {
        let verified: VerifiedRegistration
        do throws(WebAuthnError) {
            verified = try relyingParty.verify(
                credential, challenge: Sample.challenge, userHandle: Sample.handle, at: 1_800_000_000)
        } catch {
            let isUnchanged =
                credential.id == Sample.id && credential.clientDataJSON == Sample.clientData("webauthn.create").bytes
            for format in ["none", "packed"] {
                let object = Sample.attestation(format, Sample.registrationData)
                require(
                    "an honest registration succeeds: \(error)",
                    !isUnchanged || credential.attestationObject != object)
            }
            return
        }
        requireHonest(credential.clientDataJSON, "webauthn.create")
        let object = certain("the object is CBOR") { try CBORValue(decoding: credential.attestationObject) }
        let data = certain("the object has authenticator data") { object["authData"]?.bytes }
        require("the credential belongs to this domain", Array(data.prefix(32)) == Sample.domainHash)
        require("somebody was present and verified", data[32] & 0x05 == 0x05)
        require("the credential has its own id", verified.record.id == credential.id && !credential.id.isEmpty)
        guard verified.attestation.kind == .selfAttested, verified.record.publicKey == Sample.publicKey
        else { return }
        require("a signature covers the data", data == Sample.registrationData)
        require(
            "a signature covers the client data",
            credential.clientDataJSON == Sample.clientData("webauthn.create").bytes)
    }

    private static func tryAuthentication(_ choices: inout Choices) {
        let clientData = Sample.clientData("webauthn.get")
        let honest = AuthenticationCredential(
            id: Sample.id, clientDataJSON: clientData.bytes, authenticatorData: Sample.assertionData,
            signature: Sample.signature(Sample.assertionData, clientData.bytes), userHandle: Sample.handle)
        let credential = AuthenticationCredential(
            id: changed(honest.id, by: &choices), clientDataJSON: clientData.edited(by: &choices).bytes,
            authenticatorData: changed(honest.authenticatorData, by: &choices),
            signature: changed(honest.signature, by: &choices), userHandle: changed(Sample.handle, by: &choices))
        let isHonest =
            credential.id == honest.id && credential.clientDataJSON == honest.clientDataJSON
            && credential.authenticatorData == honest.authenticatorData && credential.signature == honest.signature
            && credential.userHandle == honest.userHandle
        let record = CredentialRecord(
            id: Sample.id, userHandle: Sample.handle, publicKey: Sample.publicKey,
            aaguid: [UInt8](repeating: 0, count: 16), transports: [], isBackupEligible: false, isBackedUp: false,
            signCount: 0, hasVerifiedUser: true)
        let verified = try? relyingParty.verify(
            credential, challenge: Sample.challenge, user: nil, record: { $0 == record.id ? record : nil })
        require("an assertion counts only as it was signed", (verified != nil) == isHonest)
    }

    private static func requireHonest(_ clientData: [UInt8], _ type: String) {
        let json = certain("the client data is JSON") { try JSONValue(parsing: clientData) }
        require("the ceremony is of this kind", json["type"]?.isString(type) ?? false)
        require(
            "the challenge is the one issued",
            json["challenge"]?.isString(Base64URL.encode(Sample.challenge)) ?? false)
        require("the ceremony took place here", json["origin"]?.isString(Sample.origin) ?? false)
    }

    /// Every hexadecimal string of more than 32 bytes in a file of test vectors.
    private static func binaries(_ file: [UInt8]) -> [[UInt8]] {
        guard let json = try? JSONValue(parsing: file) else { return [] }
        var found: [[UInt8]] = []
        func collect(_ value: JSONValue) {
            let digits = Array((value.string ?? "").utf8).map { Character(UnicodeScalar($0)).hexDigitValue }
            if digits.count > 64, digits.count % 2 == 0, !digits.contains(nil) {
                found.append(
                    stride(from: 0, to: digits.count, by: 2).map {
                        UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
                    })
            }
            value.elements.forEach(collect)
            value.members.forEach { collect($0.value) }
        }
        collect(json)
        return found
    }
}

/// A passkey with a fixed key, and what it says in a ceremony with a fixed challenge.
private enum Sample {
    static let domain = "example.org"
    static let origin = "https://example.org"
    static let domainHash = SHA256.digest(of: Array(domain.utf8))
    static let id = [UInt8](repeating: 0x1D, count: 32)
    static let handle = [UInt8](repeating: 0x4A, count: 16)
    static let challenge = [UInt8](repeating: 0xC4, count: 32)
    static let key = certain("a key") { try PrivateKey(.p256(scalar: [UInt8](repeating: 5, count: 32))) }
    static let publicKey = CredentialPublicKey.encoding(of: key.publicKey)

    static let assertionData = domainHash + [0x05, 0, 0, 0, 7]
    static let registrationData =
        domainHash + [0x45, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16) + [0, 32] + id + publicKey

    static func clientData(_ type: String) -> JSONTree {
        JSONTree(
            text: Array(
                #"""
                {"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))",\#
                "origin":"\#(origin)","crossOrigin":false}
                """#.utf8))
    }

    static func signature(_ data: [UInt8], _ clientData: [UInt8]) -> [UInt8] {
        certain("a signature") {
            try key.signature(of: data + SHA256.digest(of: clientData), ecdsa: .der)
        }
    }

    /// An attestation object of a format; that of `packed` is signed with the credential's own key, over honest data.
    static func attestation(_ format: String, _ data: [UInt8]) -> [UInt8] {
        let statement: [CBORMember] =
            format == "none"
            ? []
            : [CBORMember(.text("alg"), .integer(-7)), CBORMember(.text("sig"), .bytes(packedSignature))]
        return CBORValue.map([
            CBORMember(.text("fmt"), .text(format)), CBORMember(.text("attStmt"), .map(statement)),
            CBORMember(.text("authData"), .bytes(data)),
        ]).encoded
    }

    private static let packedSignature = signature(registrationData, clientData("webauthn.create").bytes)
}
