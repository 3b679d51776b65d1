import AuthenticatorService
import JSON
import Passkeys
import SignInTokens
import TestSupport
import Testing

/// Whoever starts a sign-in for somebody gets a token, and has proven nothing with it. No answer to such a token may
/// depend on the user or on the address given, and none may hold what belongs to the user.
@Suite("Whoever has proven nothing")
struct StrangerTests {
    /// What is known about the user whom the token is for.
    enum Kind: String, CaseIterable {
        case unknown, withoutAddress, unverified, new, enrolled, withPasskey, changed, changedUnverified
        case onlyPasskeyUnverified
    }

    /// A request with such a token.
    struct Route: CustomStringConvertible {
        let method: String
        let path: String
        let body: String

        init(_ method: String, _ path: String, _ body: String = "") {
            self.method = method
            self.path = path
            self.body = body
        }

        var description: String { "\(method) \(path) \(body)" }
    }

    private static let own = "a@example.org"
    private static let sub = "24688438-40e1-70d0-d97e-084cfc8992c7"

    static let routes = [
        Route("POST", "client/user-authenticators/email-otp", #"{"email":"a@example.org"}"#),
        Route("POST", "client/user-authenticators/email-otp", #"{"email":"another@example.org"}"#),
        Route("POST", "client/user-authenticators/email-otp", #"{"email":"no address"}"#),
        Route("POST", "client/challenge/email-otp"),
        Route("POST", "client/challenge/email-otp", #"{"userAuthenticatorId":"some id"}"#),
        Route("POST", "client/verify/email-otp", #"{"verificationCode":"000000"}"#),
        Route("POST", "client/verify/email-otp", #"{"verificationCode":"0000-0000-0000-0000"}"#),
        Route("POST", "client/verify/email-otp", #"{"verificationCode":"no code"}"#),
        Route("POST", "client/user-authenticators/passkey/registration-options", #"{"username":"me"}"#),
        Route("POST", "client/user-authenticators/passkey", #"{"challengeId":"none"}"#),
        Route("POST", "client/user-authenticators/passkey/authentication-options", "{}"),
        Route("POST", "client/user-authenticators/passkey/authentication-options", #"{"username":"a@example.org"}"#),
        Route("POST", "client/verify/passkey", #"{"challengeId":"none"}"#),
        Route("POST", "client/challenge", #"{"action":"cognitoAuth"}"#),
        Route("GET", "client/user-authenticators"),
        Route("GET", "client/user-authenticators/passkey?credentialId=AAAA"),
        Route("PATCH", "client/user-authenticators/some-id", #"{"name":"Mine"}"#),
        Route("DELETE", "client/user-authenticators/some-id"),
        Route("GET", "users/24688438-40e1-70d0-d97e-084cfc8992c7"),
        Route("GET", "client/nothing"),
    ]

    /// A service with the user, and the token of a stranger.
    private func prepare(_ kind: Kind) throws -> (service: TestService, token: String) {
        let service = try TestService()
        func token(_ email: String?, isVerified: Bool = true) throws -> String {
            try service.challengeToken(Self.sub, email: email, isVerified: isVerified, key: "stranger's round")
        }
        if kind == .unknown { return (service, try service.unknownUserToken()) }
        if [.enrolled, .withPasskey, .changed, .changedUnverified, .onlyPasskeyUnverified].contains(kind) {
            let result = try service.signedUser(Self.sub, email: kind == .withPasskey ? Self.own : "former@example.org")
            if kind == .withPasskey || kind == .onlyPasskeyUnverified {
                var passkey = try UnrulyPasskey()
                try expect(service.register(&passkey, result)["isVerified"]?.bool, equals: true)
            }
            if kind == .onlyPasskeyUnverified {
                let user = try #require(try service.storedUser(Self.sub))
                _ = try service.storage.remove(
                    user.authenticators[0].id, of: user, by: Attempt(id: "server", time: TestService.start))
            }
        }
        switch kind {
        case .withoutAddress: return (service, try token(nil))
        case .unverified, .changedUnverified, .onlyPasskeyUnverified:
            return (service, try token(Self.own, isVerified: false))
        default: return (service, try token(Self.own))
        }
    }

    /// An answer in which everything that is random in every answer has one form.
    private func form(_ answer: Answer) -> String {
        guard let json = answer.json else { return answer.text }
        let random: Set = ["challengeId", "challenge", "userAuthenticatorId", "userId"]
        func form(_ value: JSONValue) -> String {
            switch value.kind {
            case .object:
                let members = value.members.map { name, value in
                    let isRandom = random.contains(name)
                    return "\(name): \(isRandom ? "\(value.string?.utf8.count ?? 0) characters" : form(value))"
                }
                return "{\(members.joined(separator: ", "))}"
            case .array: return "[\(value.elements.map(form).joined(separator: ", "))]"
            default: return String(decoding: value.bytes, as: UTF8.self)
            }
        }
        return "\(answer.status) \(form(json))"
    }

    @Test("gets the same answer for every user, known or not", arguments: routes)
    func answersAreEqual(_ route: Route) throws {
        var answers: Set<String> = []
        for kind in Kind.allCases {
            let (service, token) = try prepare(kind)
            answers.insert(
                form(service.call(route.method, route.path, as: .bearer(token), body: route.body)))
        }
        #expect(answers.count == 1)
    }

    @Test("gets the same answer whatever address is given", arguments: Kind.allCases)
    func addressesMakeNoDifference(_ kind: Kind) throws {
        var answers: Set<String> = []
        for address in [Self.own, "A@EXAMPLE.ORG", "former@example.org", "another@example.org"] {
            let (service, token) = try prepare(kind)
            let route = "client/user-authenticators/email-otp"
            answers.insert(
                form(service.call("POST", route, as: .bearer(token), body: #"{"email":"\#(address)"}"#)))
        }
        #expect(answers.count == 1)
    }

    @Test("sees nothing that belongs to the user", arguments: Kind.allCases)
    func nothingOfTheUserIsSeen(_ kind: Kind) throws {
        let (service, token) = try prepare(kind)
        let user = try service.storedUser(Self.sub)
        let secrets =
            [Self.sub, TestService.unknownUser, "former@example.org"] + (user?.authenticators.map(\.id) ?? [])
        for route in Self.routes {
            // By chance the six zeros are the code that was mailed.
            let body = route.body.replacing("000000", with: service.wrongCode())
            let answer = service.call(route.method, route.path, as: .bearer(token), body: body).text
            for secret in secrets { #expect(!answer.contains(secret), "\(route)") }
        }
        try expect(service.storedUser(TestService.unknownUser)) { $0 == nil }
    }

    @Test("gets other ids in each round, which tell nothing about two names of one user")
    func idsBelongToTheRound() throws {
        let service = try TestService()
        var ids: Set<String> = []
        for key in ["one", "two"] {
            let token = try service.challengeToken(Self.sub, email: Self.own, key: key)
            for _ in 0..<2 {
                let answer = service.call(
                    "POST", "client/user-authenticators/email-otp", as: .bearer(token),
                    body: #"{"email":"a@example.org"}"#)
                ids.insert((answer["userId"]?.string ?? "") + (answer["userAuthenticatorId"]?.string ?? ""))
            }
        }
        #expect(ids.count == 2)
    }

    @Test("causes a mail only to the address in the token", arguments: Kind.allCases)
    func mailGoesToTheTokensAddress(_ kind: Kind) throws {
        let (service, token) = try prepare(kind)
        let before = service.mailBox.mails.count
        for address in ["another@example.org", "former@example.org", Self.own] {
            _ = service.call(
                "POST", "client/user-authenticators/email-otp", as: .bearer(token), body: #"{"email":"\#(address)"}"#)
        }
        let sent = service.mailBox.mails.dropFirst(before).map(\.recipient)
        let mayBeSent: Set<Kind> = [.unverified, .new, .enrolled, .withPasskey, .changed]
        #expect(sent == (mayBeSent.contains(kind) ? [Self.own] : []))
    }
}
