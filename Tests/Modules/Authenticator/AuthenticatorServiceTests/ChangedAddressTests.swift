import AuditLog
import AuthenticatorService
import JSON
import Primitives
import SignInMail
import TestSupport
import Testing

@Suite("A changed address")
struct ChangedAddressTests {
    /// A service with a user whose mailbox is enrolled.
    private func service() throws -> TestService {
        let service = try TestService()
        try expect(
            service.proveEmail(token(service, "old@example.org"), "old@example.org")["isVerified"]?.bool, equals: true)
        return service
    }

    private func token(_ service: TestService, _ email: String, isVerified: Bool = true) throws -> String {
        try service.challengeToken("sub", email: email, isVerified: isVerified)
    }

    private func addresses(_ service: TestService) throws -> [String] {
        let user = try service.storedUser()
        return (user?.authenticators ?? []).compactMap { authenticator in
            if case .email(let address) = authenticator.kind { address } else { nil }
        }
    }

    @Test("that Cognito has verified replaces the former one, which gets a notice")
    func verifiedAddressReplacesFormer() throws {
        let service = try service()
        service.decisions = []
        let answer = service.proveEmail(try token(service, "new@example.org"), "new@example.org")
        #expect(
            service.decisions
                == [AuditLine.Kind.codeSent, .authenticatorAdded, .authenticatorRemoved].map {
                    AccountDecision($0, .user("sub"), .emailOTP)
                })
        #expect(answer["isVerified"]?.bool == true && answer["accessToken"] != nil)
        #expect(service.mailBox.mails.last?.recipient == "new@example.org")
        try expect(addresses(service), equals: ["new@example.org"])
        #expect(service.mailBox.notices.map(\.message) == [.addressChanged])
        #expect(service.mailBox.notices.map(\.recipient) == ["old@example.org"])
        let again = service.proveEmail(try token(service, "new@example.org"), "new@example.org")
        #expect(again["isVerified"]?.bool == true && service.mailBox.notices.count == 1)
    }

    @Test("that Cognito has not verified gets nothing, and only the operator is told")
    func unverifiedAddressGetsNothing() throws {
        let service = try service()
        let sent = service.mailBox.mails.count
        let token = try token(service, "new@example.org", isVerified: false)
        #expect(service.call("POST", "client/challenge/email-otp", as: .bearer(token)).status == 200)
        #expect(service.reports == [.addressNotVerified])
        #expect(AuthenticatorReport.addressNotVerified.description.contains("Cognito does not say"))
        #expect(service.mailBox.mails.count == sent)
        try expect(addresses(service), equals: ["old@example.org"])
    }

    @Test("comes with the name and the language that Cognito has then")
    func nameAndLanguageAreKept() throws {
        let service = try TestService()
        for (locale, stored) in [("de-CH", "de-CH"), (nil, "de-CH"), ("fr", "fr")] {
            let token = try service.challengeToken("sub", email: "\(stored)@example.org", locale: locale)
            #expect(service.proveEmail(token, "\(stored)@example.org")["isVerified"]?.bool == true)
            service.clock.advance(by: 1)
            let user = try service.storedUser()
            #expect(user?.username == "name-of-sub" && user?.locale == stored)
        }
    }

    @Test("leaves the passkeys, which sign in as before")
    func passkeysStay() throws {
        let service = try service()
        var passkey = try UnrulyPasskey()
        let proven = service.proveEmail(try token(service, "old@example.org"), "old@example.org")
        try expect(service.register(&passkey, proven["accessToken"]?.string ?? "")["isVerified"]?.bool, equals: true)
        try expect(
            service.proveEmail(token(service, "new@example.org"), "new@example.org")["isVerified"]?.bool, equals: true)
        try expect(service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool, equals: true)
    }

    @Test("that is written in other capitals is no change", arguments: ["OLD@example.org", "old@EXAMPLE.org"])
    func capitalsAreNoChange(address: String) throws {
        let service = try service()
        let token = try token(service, address, isVerified: false)
        #expect(service.proveEmail(token, address)["isVerified"]?.bool == true)
        #expect(service.mailBox.notices.isEmpty)
    }

    @Test("of a user without authenticators is proven even if Cognito has not verified it")
    func firstEnrolmentNeedsNoVerification() throws {
        let service = try TestService()
        let token = try token(service, "first@example.org", isVerified: false)
        #expect(service.proveEmail(token, "first@example.org")["isVerified"]?.bool == true)
        #expect(service.mailBox.mails.last?.isEnrolment == true)
    }
}
