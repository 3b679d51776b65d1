import JSON
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import WebAuthn

@Suite("Refused registrations")
struct RegistrationRefusalTests {
    static let clientData: [Refusal<RegistrationBuilder, WebAuthnError>] = [
        .init("type of an assertion", .wrongType) { $0.clientData.type = "webauthn.get" },
        .init("type in capitals", .wrongType) { $0.clientData.type = "webauthn.Create" },
        .init("type with a trailing space", .wrongType) { $0.clientData.type = "webauthn.create " },
        .init("empty type", .wrongType) { $0.clientData.type = "" },
        .init("another challenge", .wrongChallenge) { $0.clientData.challenge = "AAAA" },
        .init("empty challenge", .wrongChallenge) { $0.clientData.challenge = "" },
        .init("padded challenge", .wrongChallenge) { $0.clientData.challenge += "=" },
        .init("challenge cut short", .wrongChallenge) { $0.clientData.challenge.removeLast() },
        .init("another site", .unknownOrigin) { $0.clientData.origin = "https://example.com" },
        .init("plain http", .unknownOrigin) { $0.clientData.origin = "http://example.org" },
        .init("another port", .unknownOrigin) { $0.clientData.origin = "https://example.org:444" },
        .init("trailing slash", .unknownOrigin) { $0.clientData.origin = "https://example.org/" },
        .init("subdomain", .unknownOrigin) { $0.clientData.origin = "https://evil.example.org" },
        .init("longer name", .unknownOrigin) { $0.clientData.origin = "https://example.org.evil.com" },
        .init("capitals", .unknownOrigin) { $0.clientData.origin = "https://EXAMPLE.org" },
        .init("null origin", .unknownOrigin) { $0.clientData.origin = "null" },
        .init("empty origin", .unknownOrigin) { $0.clientData.origin = "" },
        .init("frame", .framed) { $0.clientData.crossOrigin = true },
        .init("frame under a page", .framed) {
            $0.clientData.crossOrigin = true
            $0.clientData.topOrigin = TestCeremony.framingOrigin
        },
        .init("outermost page without crossOrigin", .framed) { $0.clientData.topOrigin = TestCeremony.origin },
        .init("crossOrigin not a Boolean", .clientData(.invalidMember("crossOrigin"))) {
            $0.clientData.crossOrigin = nil
            $0.clientData.furtherMembers = [("crossOrigin", "\"false\"")]
        },
        .init("crossOrigin null", .clientData(.invalidMember("crossOrigin"))) {
            $0.clientData.crossOrigin = nil
            $0.clientData.furtherMembers = [("crossOrigin", "null")]
        },
        .init("topOrigin not text", .clientData(.invalidMember("topOrigin"))) {
            $0.clientData.furtherMembers = [("topOrigin", "null")]
        },
    ]

    static let authenticatorData: [Refusal<RegistrationBuilder, WebAuthnError>] = [
        .init("another relying party", .wrongRelyingParty) { $0.data.relyingPartyID = "example.com" },
        .init("the origin instead of the id", .wrongRelyingParty) { $0.data.relyingPartyID = TestCeremony.origin },
        .init("nobody present", .userNotPresent) { $0.data.flags.remove(.userPresent) },
        .init("not verified", .userNotVerified) { $0.data.flags.remove(.userVerified) },
        .init("backed up but not eligible", .backedUpButNotEligible) { $0.data.flags.insert(.backedUp) },
        .init("no credential", .credentialMissing) { $0.data.flags.remove(.attestedCredential) },
        .init("another id beside the authenticator data", .wrongCredentialID) {
            $0.outerID = [UInt8](repeating: 8, count: 32)
        },
        .init("id too long", .authenticatorData(.invalidCredentialIDLength(1024))) {
            $0.data.credentialID = [UInt8](repeating: 1, count: 1024)
        },
        .init("no id", .authenticatorData(.invalidCredentialIDLength(0))) { $0.data.credentialID = [] },
        .init("bytes after the credential", .authenticatorData(.trailingBytes)) { $0.data.furtherBytes = [0] },
        .init("extensions not announced", .authenticatorData(.trailingBytes)) {
            $0.data.furtherBytes = CBORValue.map([]).encoded
        },
        .init("extensions announced and absent", .authenticatorData(.tooShort)) {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = []
        },
        .init("extensions not a map", .authenticatorData(.extensionsNotAMap)) {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = [0x80]
        },
        .init("extensions not canonical", .authenticatorData(.malformedExtensions(.indefiniteLength(offset: 0)))) {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = [0xBF, 0xFF]
        },
        .init("bytes after the extensions", .authenticatorData(.trailingBytes)) {
            $0.data.flags.insert(.extensions)
            $0.data.furtherBytes = [0xA0]
        },
        .init("no key", .authenticatorData(.tooShort)) { $0.data.publicKey = [] },
        .init("key not a map", .authenticatorData(.publicKey(.notAMap))) { $0.data.publicKey = [0xF6] },
        .init("key cut short", .authenticatorData(.publicKey(.malformed(.unexpectedEnd)))) {
            $0.data.publicKey.removeLast()
        },
        .init("key with an unknown algorithm", .authenticatorData(.publicKey(.unsupportedAlgorithm(-36)))) {
            $0.data.publicKey = hex("a3 0102 033823 2003")
        },
    ]

    static let statements: [Refusal<RegistrationBuilder, WebAuthnError>] = [
        .init("signed, then another challenge", .wrongChallenge) {
            $0.afterSigning = { _, clientData in clientData[40] ^= 1 }
        },
        .init("signed, then a further member", .attestation(.invalidSignature)) {
            $0.afterSigning = { _, clientData in
                clientData.removeLast()
                clientData += Array(#","a":1}"#.utf8)
            }
        },
        .init("signed, then another sign count", .attestation(.invalidSignature)) {
            $0.afterSigning = { data, _ in data[36] ^= 1 }
        },
        .init("signed, then another model", .attestation(.invalidSignature)) {
            $0.afterSigning = { data, _ in data[37] ^= 1 }
        },
        .init("signature absent", .attestation(.malformedStatement)) { $0.replacedMembers = [("sig", nil)] },
        .init("signature not bytes", .attestation(.malformedStatement)) { $0.replacedMembers = [("sig", .text(""))] },
        .init("signature empty", .attestation(.invalidSignature)) { $0.replacedMembers = [("sig", .bytes([]))] },
        .init("algorithm absent", .attestation(.malformedStatement)) { $0.replacedMembers = [("alg", nil)] },
        .init("algorithm not a number", .attestation(.malformedStatement)) {
            $0.replacedMembers = [("alg", .text("ES256"))]
        },
        .init("algorithm of another key", .attestation(.wrongAlgorithm)) {
            $0.replacedMembers = [("alg", .integer(-37))]
        },
        .init("further member", .attestation(.malformedStatement)) {
            $0.replacedMembers = [("ecdaaKeyId", .bytes([]))]
        },
        .init("format none with members", .attestation(.malformedStatement)) { $0.format = "none" },
        .init("no certificates", .attestation(.malformedStatement)) { $0.replacedMembers = [("x5c", .array([]))] },
        .init("certificates not an array", .attestation(.malformedStatement)) {
            $0.replacedMembers = [("x5c", .bytes([]))]
        },
        .init("a certificate that is not bytes", .attestation(.malformedStatement)) {
            $0.replacedMembers = [("x5c", .array([.text("")]))]
        },
        .init("bytes that are not a certificate", .attestation(.invalidCertificate)) {
            $0.replacedMembers = [("x5c", .array([.bytes([0x30, 0x00])]))]
        },
        .init("empty format", .attestation(.invalidFormat)) { $0.format = "" },
        .init("format with a line break", .attestation(.invalidFormat)) { $0.format = "packed\n" },
        .init("format with a quote", .attestation(.invalidFormat)) { $0.format = "a\"b" },
        .init("format with a backslash", .attestation(.invalidFormat)) { $0.format = "a\\b" },
        .init("format not ASCII", .attestation(.invalidFormat)) { $0.format = "päcked" },
        .init("format too long", .attestation(.invalidFormat)) { $0.format = String(repeating: "a", count: 33) },
    ]

    @Test(
        "a registration with one error is refused for that error",
        arguments: clientData + authenticatorData + statements, COSEAlgorithm.allCases)
    func registrationWithOneErrorIsRefused(
        refusal: Refusal<RegistrationBuilder, WebAuthnError>, algorithm: COSEAlgorithm
    ) throws {
        var builder = try RegistrationBuilder(algorithm)
        try refusal.change(&builder)
        let credential = try builder.build()
        #expect(throws: refusal.error) { try RegistrationTests.verify(credential) }
    }

    @Test("only the given challenge is accepted, and never an empty one")
    func onlyTheGivenChallengeIsAccepted() throws {
        let credential = try RegistrationBuilder(.es256).build()
        for challenge in [[], [0], Array(TestCeremony.challenge.dropLast()), TestCeremony.challenge + [0]] {
            #expect(throws: WebAuthnError.wrongChallenge) {
                try RegistrationTests.verify(credential, challenge: challenge)
            }
        }
        let empty = try RegistrationBuilder(.es256).with { $0.clientData.challenge = "" }.build()
        #expect(throws: WebAuthnError.wrongChallenge) { try RegistrationTests.verify(empty, challenge: []) }
    }

    static let texts: [(text: String, error: ClientDataError)] = [
        ("", .malformed(.unexpectedEnd)), ("[]", .notAnObject), ("null", .notAnObject),
        ("{}", .invalidMember("type")), (#"{"type":1}"#, .invalidMember("type")),
        (#"{"type":"webauthn.create"}"#, .invalidMember("challenge")),
        (#"{"type":"webauthn.create","challenge":null}"#, .invalidMember("challenge")),
        (#"{"type":"webauthn.create","challenge":"AA"}"#, .invalidMember("origin")),
        (#"{"type":"a","challenge":"b","origin":["c"]}"#, .invalidMember("origin")),
        (#"{"type":"a","type":"b"}"#, .malformed(.duplicateMember(offset: 12))),
        (#"{"type":"a","t\u0079pe":"b"}"#, .malformed(.duplicateMember(offset: 12))),
        (#"{"a":1,}"#, .malformed(.unexpectedByte(offset: 7))), ("{} {}", .malformed(.trailingData(offset: 3))),
        ("\u{FEFF}{}", .invalidMember("type")), ("\u{FEFF}\u{FEFF}{}", .malformed(.byteOrderMark)),
        (#"{"a":[[[[[[[[1]]]]]]]]}"#, .malformed(.tooDeep(offset: 12))),
    ]

    @Test("client data that is not strict JSON in the required form is refused", arguments: texts)
    func malformedClientDataIsRefused(text: String, error: ClientDataError) throws {
        let credential = try RegistrationBuilder(.es256).with {
            $0.afterSigning = { _, clientData in clientData = Array(text.utf8) }
        }.build()
        #expect(throws: WebAuthnError.clientData(error)) { try RegistrationTests.verify(credential) }
    }

    @Test("client data longer than 16 KiB is refused")
    func tooLongClientDataIsRefused() throws {
        let credential = try RegistrationBuilder(.es256).with {
            $0.clientData.furtherMembers = [("a", "\"\(String(repeating: "a", count: 16_384))\"")]
        }.build()
        #expect(throws: WebAuthnError.clientData(.malformed(.tooLarge(limit: 16_384)))) {
            try RegistrationTests.verify(credential)
        }
    }

    /// A map with these members.
    private static func object(_ members: (name: String, value: CBORValue)...) -> CBORValue {
        .map(members.map { CBORMember(.text($0.name), $0.value) })
    }

    static let objects: [(object: CBORValue, error: AttestationError)] = [
        (.array([]), .notAMap), (object(), .invalidMember("fmt")), (object(("fmt", .bytes([]))), .invalidMember("fmt")),
        (object(("fmt", .text("none"))), .invalidMember("attStmt")),
        (object(("fmt", .text("none")), ("attStmt", .bytes([]))), .invalidMember("attStmt")),
        (object(("fmt", .text("none")), ("attStmt", .map([]))), .invalidMember("authData")),
        (
            object(("fmt", .text("none")), ("attStmt", .map([])), ("authData", .text(""))),
            .invalidMember("authData")
        ),
    ]

    @Test("an attestation object with missing members or trailing bytes is refused", arguments: objects)
    func incompleteAttestationObjectIsRefused(object: CBORValue, error: AttestationError) throws {
        let good = try RegistrationBuilder(.es256).build()
        let credential = RegistrationCredential(
            id: good.id, clientDataJSON: good.clientDataJSON, attestationObject: object.encoded)
        #expect(throws: WebAuthnError.attestation(error)) { try RegistrationTests.verify(credential) }
        let longer = RegistrationCredential(
            id: good.id, clientDataJSON: good.clientDataJSON, attestationObject: good.attestationObject + [0])
        #expect(throws: WebAuthnError.attestation(.malformed(.trailingBytes(offset: good.attestationObject.count)))) {
            try RegistrationTests.verify(longer)
        }
    }

    @Test("keys of CBOR may be in any order everywhere, but must differ", arguments: 0..<6)
    func keysMayBeInAnyOrder(order: Int) throws {
        /// A map with its members in another order. Further turns repeat members, so that a key occurs twice.
        func reordered(_ map: [UInt8], repeating count: Int = 0) throws -> [UInt8] {
            var members = try #require(try CBORValue(decoding: map).members).map { $0.key.encoded + $0.value.encoded }
            members = Array(members[(order % members.count)...] + members[..<(order % members.count)])
            if order >= 3 { members.reverse() }
            members += members.prefix(count)
            return [0xA0 | UInt8(members.count)] + members.joined()
        }
        /// A registration whose maps have been changed before signing or, if nothing signs them, after it.
        func credential(
            key: Int = 0, extensions: Int = 0, statement: Int = 0, object: Int = 0
        ) throws -> RegistrationCredential {
            let good = try RegistrationBuilder(.es256).with {
                $0.data.flags.insert(.extensions)
                $0.data.extensions = try reordered(hex("a2 01 f5 6161 f4"), repeating: extensions)
                $0.data.publicKey = try reordered($0.data.publicKey, repeating: key)
            }.build()
            let parts = try CBORValue(decoding: good.attestationObject)
            let members = try ["fmt", "attStmt", "authData"].map { name in
                let value = try #require(parts[name]).encoded
                return CBORValue.text(name).encoded
                    + (name == "attStmt" ? try reordered(value, repeating: statement) : value)
            }
            let turned = Array(members[(order % 3)...] + members[..<(order % 3)]) + members.prefix(object)
            return RegistrationCredential(
                id: good.id, clientDataJSON: good.clientDataJSON,
                attestationObject: [0xA0 | UInt8(turned.count)] + turned.joined())
        }
        let registered = try RegistrationTests.verify(credential())
        #expect(registered.attestation.kind == .selfAttested)
        let assertion = try AuthenticationBuilder(.es256).with {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = try reordered(hex("a2 01 f5 6161 f4"))
        }
        try expect(
            AuthenticationTests.verify(assertion.build(), record: registered.record).isUserVerified, equals: true)
        let twice: [(credential: RegistrationCredential, place: (CBORError) -> WebAuthnError)] = [
            (try credential(key: 1), { .authenticatorData(.publicKey(.malformed($0))) }),
            (try credential(extensions: 1), { .authenticatorData(.malformedExtensions($0)) }),
            (try credential(statement: 1), { .attestation(.malformed($0)) }),
            (try credential(object: 1), { .attestation(.malformed($0)) }),
        ]
        for (credential, place) in twice {
            let error = #expect(throws: WebAuthnError.self) { try RegistrationTests.verify(credential) }
            #expect((0..<600).contains { error == place(.duplicateKey(offset: $0)) }, "\(String(describing: error))")
        }
    }
}
