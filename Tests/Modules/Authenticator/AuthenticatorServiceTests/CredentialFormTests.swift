import AuthenticatorService
import JSON
import Primitives
import StandIns
import TestSupport
import Testing
import WebAuthn

/// Code in Dart, Java and Python often pads base64url, and code on Apple's platforms writes standard base64.
@Suite("The forms of base64 in which clients send passkeys")
struct CredentialFormTests {
    /// The forms that a text may have, by their names.
    private static let forms: [(name: String, encode: @Sendable ([UInt8]) -> String)] = [
        ("base64url", { Base64URL.encode($0) }),
        ("padded base64url", { padded($0).replacing("+", with: "-").replacing("/", with: "_") }),
        ("padded base64", { padded($0) }),
        ("base64", { padded($0).replacing("=", with: "") }),
    ]

    private static func padded(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }

    @Test("A passkey that was created in one form signs in in every form, and is one passkey", arguments: 0..<4)
    func everyFormIsOnePasskey(created: Int) throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try UnrulyPasskey()
        passkey.encode = Self.forms[created].encode
        try expect(service.register(&passkey, token)["isVerified"]?.bool, equals: true)
        for form in Self.forms {
            passkey.encode = form.encode
            try expect(
                service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool, equals: true, "\(form.name)")
            var twin = passkey
            let again = try service.register(&twin, token)
            #expect(again["isVerified"]?.bool == false, "\(form.name): the id is taken")
        }
        try expect(service.storedUser()?.authenticators.compactMap(\.passkey?.id), equals: [passkey.id])
    }

    @Test("A credential is looked up in every form, and answered in the one form that all answers have")
    func everyFormIsLookedUp() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        // Its base64 has both characters in which the alphabets differ, and padding.
        while Base64.encode(passkey.id).filter("+/=".contains).count < 3 { passkey = try UnrulyPasskey() }
        try expect(service.register(&passkey, service.signedUser())["isVerified"]?.bool, equals: true)
        let path = "client/user-authenticators/passkey"
        for form in Self.forms {
            let text = form.encode(passkey.id)
            for query in [
                "credentialId=\(text)", "credentialId=\(text.percentEncodedSegment)",
                "credentialIds=AAAA,\(text)",
            ] {
                #expect(service.call("GET", "\(path)?\(query)")["credentialId"]?.string == passkey.idText, "\(query)")
            }
        }
    }

    @Test(
        "Neither a text in two alphabets nor one with wrong padding is looked up",
        arguments: ["-+__", "AA=", "AA===", "AAA==", "AAAA=", "AB==", "=AA=", "AA AA"])
    func otherTextIsNotLookedUp(text: String) throws {
        let storage = InterruptedStorage(TableStandIn.authenticatorTables().authenticatorStorage())
        let service = try TestService(storage: storage)
        let answer = service.call(
            "GET", "client/user-authenticators/passkey?credentialId=\(text.percentEncodedSegment)")
        #expect(answer.failure == Failure(404, "invalid_credential"))
        #expect(storage.lookUps == 0)
    }

    @Test("The answer names the member of a credential that cannot be read")
    func memberIsNamed() throws {
        let service = try TestService()
        let token = try service.signedUser()
        for member in ["id", "rawId", "clientDataJSON", "attestationObject"] {
            let options = service.registrationOptions(token)
            var passkey = try UnrulyPasskey()
            let credential = try passkey.register(options["options"])
            let answer = service.add(Self.damaged(credential, member), options, token)
            #expect(answer.failure == Failure(400, "invalid_request"))
            let text = "The request is invalid: \(member) of registrationCredential."
            #expect(answer["errorDescription"]?.string == text)
        }
        var passkey = try service.registeredPasskey(token)
        for member in ["id", "rawId", "clientDataJSON", "authenticatorData", "signature"] {
            let options = service.authenticationOptions(.app(TestService.poolID))
            let credential = try passkey.sign(options["options"])
            let answer = service.verify(Self.damaged(credential, member), options, .app(TestService.poolID))
            #expect(answer.failure == Failure(400, "invalid_request"))
            let text = "The request is invalid: \(member) of authenticationCredential."
            #expect(answer["errorDescription"]?.string == text)
        }
    }

    /// A credential with a text for a member that is in none of the forms.
    private static func damaged(_ credential: String, _ member: String) -> String {
        credential.replacing("\"\(member)\":\"", with: "\"\(member)\":\"=")
    }

    @Test("Client data and tokens have one form: a padded challenge, ceremony or token is refused")
    func othersHaveOneForm() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try service.registeredPasskey(token)
        passkey.challengeSuffix = "="
        try expect(service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool, equals: false)
        passkey.challengeSuffix = ""
        let options = service.authenticationOptions(.app(TestService.poolID))
        let credential = try passkey.sign(options["options"])
        for padding in ["=", "=="] {
            let answer = service.call(
                "POST", "client/verify/passkey",
                body: """
                    {"challengeId":"\(options["challengeId"]?.string ?? "")\(padding)",\
                    "authenticationCredential":\(credential)}
                    """)
            #expect(answer.failure == Failure(400, "invalid_request"))
            #expect(service.registrationOptions(token + padding).failure == Failure(401, "unauthorized"))
        }
    }
}
