import AuditLog
import AuthenticatorService
import JSON
import Passkeys
import Primitives
import TestSupport
import Testing
import WebAuthn

/// A passkey that is refused, the word for that, and what the answer may say of it.
struct RefusalCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let word: String
    /// The member `failureReason` of the answer.
    var reason: String?
    /// What the log has after the word.
    var detail: String?
    /// The status and code of an answer that is an error.
    var failure: Failure?
    var settings: @Sendable (inout AuthenticatorSettings) throws -> Void = { _ in }
    let change: @Sendable (inout UnrulyPasskey) -> Void
}

extension RefusalCase {
    private static let android = "android:apk-key-hash:" + String(repeating: "A", count: 43)

    /// Faults that both ceremonies refuse.
    static let inEither: [RefusalCase] = [
        .init(
            testDescription: "an app that another key signed", word: "unlisted_origin", reason: "ORIGIN_NOT_ALLOWED",
            detail: "\"\(android)\""
        ) { $0.origin = android },
        .init(
            testDescription: "an origin that is not listed", word: "unlisted_origin", reason: "ORIGIN_NOT_ALLOWED",
            detail: #""https://app.example.org:8443""#
        ) { $0.origin = "https://app.example.org:8443" },
        .init(
            testDescription: "a frame", word: "framed", reason: "ORIGIN_NOT_ALLOWED",
            detail: "\"\(TestService.origin)\""
        ) {
            $0.crossOrigin = true
        },
        .init(
            testDescription: "a frame of a page that it names", word: "framed", reason: "ORIGIN_NOT_ALLOWED",
            detail: #""https://shop.example""#
        ) { $0.topOrigin = "https://shop.example" },
        .init(
            testDescription: "a frame of a page that is not listed", word: "unlisted_top_origin",
            reason: "ORIGIN_NOT_ALLOWED", detail: #""https://shop.example""#,
            settings: { settings in
                settings.relyingParty = try RelyingParty(
                    id: TestService.relyingPartyID, name: "", origins: [Origin(TestService.origin)],
                    topOrigins: [Origin("https://portal.example")])
            }, change: { $0.topOrigin = "https://shop.example" }),
        .init(testDescription: "no verification of the person", word: "user_not_verified", reason: "USER_NOT_VERIFIED")
        {
            $0.isUserVerified = false
        },
        .init(testDescription: "no person present", word: "user_not_present") { passkey in
            passkey.beforeSending = { _, data, _ in data[32] &= ~1 }
        },
        .init(testDescription: "another relying party", word: "wrong_relying_party") {
            $0.relyingPartyID = "example.com"
        },
        .init(testDescription: "backed up but not eligible", word: "wrong_backup_flags") {
            $0.furtherFlags = .backedUp
        },
        .init(testDescription: "another challenge", word: "wrong_challenge") { $0.challengeSuffix = "=" },
        .init(testDescription: "another type", word: "wrong_type") { passkey in
            passkey.beforeSending = { client, _, _ in client[9] = UInt8(ascii: "W") }
        },
        .init(
            testDescription: "client data that is no JSON", word: "unreadable_client_data",
            detail: "malformed(ends too early)"
        ) { passkey in
            passkey.beforeSending = { client, _, _ in client.removeLast() }
        },
        .init(
            testDescription: "client data without a member", word: "unreadable_client_data",
            detail: #"invalidMember("type")"#
        ) { passkey in
            passkey.beforeSending = { client, _, _ in client = Array("{}".utf8) }
        },
        .init(testDescription: "a byte too many", word: "unreadable_authenticator_data") { passkey in
            passkey.beforeSending = { _, data, _ in data.append(0) }
        },
        .init(
            testDescription: "a member that is not base64", word: "unreadable_credential", detail: "id",
            failure: Failure(400, "invalid_request")
        ) { passkey in passkey.encode = { _ in "=" } },
    ]

    static let inRegistration: [RefusalCase] = [
        .init(testDescription: "a broken statement", word: "invalid_attestation", detail: "malformedStatement") {
            $0.format = "packed"
        },
        .init(
            testDescription: "no attestation where it is demanded", word: "attestation_not_accepted",
            settings: { settings in
                settings.relyingParty = try RelyingParty(
                    id: TestService.relyingPartyID, name: "", origins: [Origin(TestService.origin)],
                    attestation: AttestationPolicy(accepted: [.anchored]))
            }, change: { _ in }),
        .init(
            testDescription: "an algorithm that was not offered", word: "algorithm_not_offered",
            settings: { settings in
                settings.relyingParty = try RelyingParty(
                    id: TestService.relyingPartyID, name: "", origins: [Origin(TestService.origin)],
                    algorithms: [.edDSA])
            }, change: { _ in }),
        .init(testDescription: "no new credential", word: "credential_missing") { passkey in
            passkey.beforeSending = { _, data, _ in
                data = Array(data.prefix(37))
                data[32] &= ~0x40
            }
        },
        .init(testDescription: "another id beside the data", word: "wrong_credential_id") { passkey in
            passkey.beforeSending = { _, data, _ in data[60] ^= 1 }
        },
    ]

    static let inAuthentication: [RefusalCase] = [
        .init(testDescription: "another eligibility for backup", word: "backup_eligibility_changed") {
            $0.furtherFlags = .backupEligible
        },
        .init(testDescription: "a wrong signature", word: "invalid_signature") { passkey in
            passkey.beforeSending = { _, _, signature in signature = [] }
        },
        .init(testDescription: "no user handle", word: "user_handle_missing") { $0.sentHandle = nil },
        .init(testDescription: "another user's handle", word: "wrong_user_handle") { $0.sentHandle = [1] },
    ]
}

@Suite("What the operator learns of a refused passkey")
struct RefusedPasskeyTests {
    /// What log, metrics and audit log say, and what the answer says.
    private func expectRefusal(
        _ refused: RefusalCase, _ kind: AuditLine.Kind, _ subject: AccountDecision.Subject?, in answer: Answer,
        of service: TestService
    ) throws {
        let report = try #require(service.reports.last?.description)
        #expect(report.hasPrefix("the passkey is refused: \(refused.word)"))
        if let detail = refused.detail { #expect(report.hasSuffix(": \(detail)")) }
        #expect(service.reports.count == 1)
        #expect(answer.outcome == refused.word)
        #expect(answer.method == .passkey)
        let decided = subject.map { AccountDecision(kind, $0, .passkey, reason: refused.word) }
        #expect(service.decisions.last { $0.kind == kind } == decided)
        #expect(answer.failure == refused.failure)
        guard refused.failure == nil else { return }
        #expect(answer.status == 200 && answer["isVerified"]?.bool == false)
        #expect(answer["failureReason"]?.string == refused.reason)
        #expect(answer.members == ["isVerified"] + (refused.reason == nil ? [] : ["failureReason"]))
    }

    @Test(
        "Each refused registration has its word, and the answer says what the app can mend",
        arguments: RefusalCase.inEither + RefusalCase.inRegistration)
    func registrationHasAWord(refused: RefusalCase) throws {
        let service = try Self.service(refused)
        let token = try service.signedUser()
        var passkey = try UnrulyPasskey()
        refused.change(&passkey)
        let answer = try service.register(&passkey, token)
        try expectRefusal(refused, .authenticatorRefused, .user("sub"), in: answer, of: service)
        try expect(service.storedUser()?.authenticators.count, equals: 1)
    }

    @Test(
        "Each refused sign-in has its word, and the answer says what the app can mend",
        arguments: RefusalCase.inEither + RefusalCase.inAuthentication)
    func authenticationHasAWord(refused: RefusalCase) throws {
        let service = try Self.service(refused)
        var passkey = try service.registeredPasskey()
        refused.change(&passkey)
        let answer = try service.signIn(&passkey, .app(TestService.poolID))
        // The passkey names the user, if its id can be read.
        try expectRefusal(
            refused, .answerWrong, refused.word == "unreadable_credential" ? nil : .user("sub"), in: answer,
            of: service)
    }

    @Test("A passkey that is not registered, of this pool and of another, with a token and without")
    func unknownCredentialHasAWord() throws {
        for (pool, word, code) in [
            (TestService.poolID, "unknown_credential", "unknown_credential"),
            ("eu-west-1_staging", "foreign_credential", "no_credential"),
        ] {
            let refused = RefusalCase(testDescription: "not registered", word: word, failure: Failure(400, code)) {
                _ in
            }
            var passkey = try UnrulyPasskey.registered(inPool: pool)
            let anonymous = try TestService()
            let one = try anonymous.signIn(&passkey, .app(TestService.poolID))
            try expectRefusal(refused, .answerWrong, nil, in: one, of: anonymous)
            let known = try TestService()
            let token = try known.challengeToken("sub", email: "a@example.org")
            let two = try known.signIn(&passkey, .bearer(token))
            try expectRefusal(refused, .answerWrong, .user("sub"), in: two, of: known)
            let unknown = try TestService()
            let sender = TestService.Sender.bearer(try unknown.unknownUserToken())
            let subject = AccountDecision.Subject.unknown("name-of-\(TestService.unknownUser)")
            try expectRefusal(refused, .answerWrong, subject, in: unknown.signIn(&passkey, sender), of: unknown)
        }
    }

    @Test(
        "A page that may not ask learns that before whether the passkey is registered, so that no device forgets it",
        arguments: [TestService.poolID, "eu-west-1_staging"])
    func unlistedOriginComesFirst(pool: String) throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey.registered(inPool: pool)
        passkey.origin = "https://app.example.org:8443"
        let answer = try service.signIn(&passkey, .app(TestService.poolID))
        #expect(answer.status == 200 && answer["failureReason"]?.string == "ORIGIN_NOT_ALLOWED")
        // Any other fault of the device is told after it.
        passkey.origin = TestService.origin
        passkey.isUserVerified = false
        let code = pool == TestService.poolID ? "unknown_credential" : "no_credential"
        try expect(service.signIn(&passkey, .app(TestService.poolID)).failure, equals: Failure(400, code))
    }

    @Test("Another user's passkey, one that the options do not list, and one under another name")
    func passkeyOfAnotherHasAWord() throws {
        let service = try TestService()
        let token = try service.signedUser()
        var passkey = try service.registeredPasskey(token)
        let other = try service.challengeToken("other", email: "b@example.org")
        let wrongUser = RefusalCase(testDescription: "", word: "wrong_user") { _ in }
        try expectRefusal(
            wrongUser, .answerWrong, .user("other"), in: service.signIn(&passkey, .bearer(other)), of: service)
        service.reports = []
        let nobody = TestService.Sender.bearer(try service.unknownUserToken())
        let subject = AccountDecision.Subject.unknown("name-of-\(TestService.unknownUser)")
        try expectRefusal(wrongUser, .answerWrong, subject, in: service.signIn(&passkey, nobody), of: service)
        service.reports = []
        let notOffered = RefusalCase(testDescription: "", word: "not_offered") { _ in }
        var another = try UnrulyPasskey()
        let asked = service.authenticationOptions(.bearer(token))
        let answer = service.verify(try another.sign(asked["options"]), asked, .bearer(token))
        try expectRefusal(notOffered, .answerWrong, .user("sub"), in: answer, of: service)
        service.reports = []
        let wrongName = RefusalCase(testDescription: "", word: "wrong_name") { _ in }
        let named = try service.signIn(&passkey, .app(TestService.poolID), #"{"username":"b@example.org"}"#)
        try expectRefusal(wrongName, .answerWrong, .user("sub"), in: named, of: service)
    }

    @Test("A passkey that may be a copy, one that is registered already, and one too many")
    func othersHaveAWord() throws {
        let service = try TestService { $0.signCounts = .refuse }
        let token = try service.signedUser()
        var passkey = try service.registeredPasskey(token)
        var copy = passkey
        _ = try service.signIn(&passkey, .app(TestService.poolID))
        let counted = RefusalCase(testDescription: "", word: "sign_count_not_higher") { _ in }
        try expectRefusal(
            counted, .answerWrong, .user("sub"), in: service.signIn(&copy, .app(TestService.poolID)), of: service)
        service.reports = []
        let taken = RefusalCase(testDescription: "", word: "already_registered", reason: "ALREADY_REGISTERED") { _ in
        }
        try expectRefusal(
            taken, .authenticatorRefused, .user("sub"), in: service.register(&passkey, token), of: service)
        for _ in 1..<20 { _ = try service.registeredPasskey(token) }
        service.reports = []
        let tooMany = RefusalCase(
            testDescription: "", word: "too_many_passkeys", failure: Failure(400, "invalid_request")
        ) { _ in }
        var further = try UnrulyPasskey()
        try expectRefusal(
            tooMany, .authenticatorRefused, .user("sub"), in: service.register(&further, token), of: service)
    }

    @Test("Every word is one that these tests have seen")
    func everyWordIsTried() {
        let all = RefusalCase.inEither + RefusalCase.inRegistration + RefusalCase.inAuthentication
        let others = [
            "already_registered", "foreign_credential", "not_offered", "sign_count_not_higher", "too_many_passkeys",
            "unknown_credential",
            "wrong_name", "wrong_user",
        ]
        #expect(Set(all.map(\.word) + others) == Set(PasskeyRefusal.allCases.map(\.rawValue)))
    }

    @Test(
        "What an answer says of the page and the device does not depend on whose passkey it is",
        arguments: RefusalCase.inEither.filter { $0.failure == nil })
    func answerDependsOnTheDeviceAlone(refused: RefusalCase) throws {
        let service = try Self.service(refused)
        var passkey = try service.registeredPasskey()
        refused.change(&passkey)
        let own = try service.challengeToken("sub", email: "a@example.org")
        let other = try service.challengeToken("other", email: "b@example.org")
        let answers = try [own, other, service.unknownUserToken()].map { token in
            try service.signIn(&passkey, .bearer(token)).text
        }
        #expect(Set(answers).count == 1)
    }

    @Test("An origin in the log is one word of bounded length, whatever a client sends")
    func originIsBounded() throws {
        let service = try TestService()
        var passkey = try service.registeredPasskey()
        passkey.origin = "\n" + String(repeating: "a", count: 5_000)
        _ = try service.signIn(&passkey, .app(TestService.poolID))
        let shown = passkey.origin.quoted
        #expect(service.reports.map(\.description) == ["the passkey is refused: unlisted_origin: \(shown)"])
    }

    private static func service(_ refused: RefusalCase) throws -> TestService {
        var failure: (any Error)?
        let service = try TestService { settings in
            do { try refused.settings(&settings) } catch { failure = error }
        }
        if let failure { throw failure }
        return service
    }
}
