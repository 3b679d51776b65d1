import OpenSSLCrypto
import TestKeys
import Testing
import WebAuthn

@Suite("Refused authentications")
struct AuthenticationRefusalTests {
    static let signed: [Refusal<AuthenticationBuilder, WebAuthnError>] = [
        .init("type of a registration", .wrongType) { $0.clientData.type = "webauthn.create" },
        .init("type of a payment", .wrongType) { $0.clientData.type = "payment.get" },
        .init("another challenge", .wrongChallenge) { $0.clientData.challenge = "AAAA" },
        .init("empty challenge", .wrongChallenge) { $0.clientData.challenge = "" },
        .init("another site", .unknownOrigin) { $0.clientData.origin = "https://example.com" },
        .init("an unknown app", .unknownOrigin) {
            $0.clientData.origin = "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        },
        .init("frame", .framed) { $0.clientData.crossOrigin = true },
        .init("outermost page without crossOrigin", .framed) { $0.clientData.topOrigin = TestCeremony.framingOrigin },
        .init("another relying party", .wrongRelyingParty) { $0.data.relyingPartyID = "example.com" },
        .init("nobody present", .userNotPresent) { $0.data.flags.remove(.userPresent) },
        .init("not verified", .userNotVerified) { $0.data.flags.remove(.userVerified) },
        .init("backed up but not eligible", .backedUpButNotEligible) { $0.data.flags.insert(.backedUp) },
        .init("bytes at the end", .authenticatorData(.trailingBytes)) { $0.data.furtherBytes = [0xA0] },
        .init("extensions announced and absent", .authenticatorData(.tooShort)) {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = []
        },
        .init("another id", .unknownCredential) { $0.outerID = [1, 2, 3] },
        .init("no id", .unknownCredential) { $0.outerID = [] },
        .init("no handle", .userHandleMissing) { $0.userHandle = nil },
        .init("another user's handle", .wrongUserHandle) { $0.userHandle = Array("another".utf8) },
        .init("empty handle", .wrongUserHandle) { $0.userHandle = [] },
    ]

    static let changed: [Refusal<AuthenticationBuilder, WebAuthnError>] = [
        .init("another key of the same kind", .invalidSignature) { $0.signer = try .generate($0.key.kind) },
        .init("a key of another kind", .invalidSignature) {
            $0.signer = try TestCeremony.key($0.key.kind == .p256 ? .edDSA : .es256)
        },
        .init("empty signature", .invalidSignature) { $0.afterSigning = { _, _, signature in signature = [] } },
        .init("signature cut short", .invalidSignature) {
            $0.afterSigning = { _, _, signature in signature.removeLast() }
        },
        .init("signature with an extra byte", .invalidSignature) {
            $0.afterSigning = { _, _, signature in signature.append(0) }
        },
        .init("another sign count", .invalidSignature) { $0.afterSigning = { data, _, _ in data[36] = 1 } },
        .init("a reserved flag", .invalidSignature) { $0.afterSigning = { data, _, _ in data[32] ^= 0x20 } },
        .init("a further member", .invalidSignature) {
            $0.afterSigning = { _, clientData, _ in
                clientData.removeLast()
                clientData += Array(#","a":1}"#.utf8)
            }
        },
        .init("white space", .invalidSignature) { $0.afterSigning = { _, clientData, _ in clientData.append(0x20) } },
        .init("client data without its members", .clientData(.invalidMember("type"))) {
            $0.afterSigning = { _, clientData, _ in clientData = Array("{}".utf8) }
        },
        .init("user verification removed before signing", .userNotVerified) {
            $0.data.flags.remove(.userVerified)
            $0.afterSigning = { data, _, _ in data[32] &= ~0x04 }
        },
        .init("user verification added after signing", .invalidSignature) {
            $0.data.flags.remove(.userVerified)
            $0.afterSigning = { data, _, _ in data[32] |= 0x04 }
        },
    ]

    @Test(
        "an assertion with one error is refused for that error", arguments: signed + changed, COSEAlgorithm.allCases)
    func assertionWithOneErrorIsRefused(
        refusal: Refusal<AuthenticationBuilder, WebAuthnError>, algorithm: COSEAlgorithm
    ) throws {
        var builder = try AuthenticationBuilder(algorithm)
        let record = builder.record()
        try refusal.change(&builder)
        let credential = try builder.build()
        #expect(throws: refusal.error) { try AuthenticationTests.verify(credential, record: record) }
    }

    @Test("truncated authenticator data is refused", arguments: 0..<37)
    func truncatedAuthenticatorDataIsRefused(length: Int) throws {
        let builder = try AuthenticationBuilder(.es256).with {
            $0.afterSigning = { data, _, _ in data = Array(data.prefix(length)) }
        }
        #expect(throws: WebAuthnError.authenticatorData(.tooShort)) {
            try AuthenticationTests.verify(builder.build(), record: builder.record())
        }
    }

    @Test("only the given challenge is accepted, and never an empty one")
    func onlyTheGivenChallengeIsAccepted() throws {
        let builder = try AuthenticationBuilder(.es256)
        for challenge in [[], [0], TestCeremony.challenge + [0]] {
            #expect(throws: WebAuthnError.wrongChallenge) {
                try AuthenticationTests.verify(builder.build(), record: builder.record(), challenge: challenge)
            }
        }
    }
}
