import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Addresses used instead of a name")
struct AliasTests {
    private static let taken = PoolError(.aliasExists, "An account with the email already exists.")

    /// A pool whose usernames are names, and in which Ana has verified her address.
    private func pool(
        preSignUp: ClosureFunction = ClosureFunction { .reply($0.text) }
    ) async throws -> PoolFixture {
        try await PoolFixture({ $0.aliasAttributes = ["email", "phone_number"] }, preSignUp: preSignUp)
    }

    private static let verified = Body.attributes(("email", "ANA@example.test"), ("email_verified", "true"))

    /// The account that is found by the address, and whether the address is verified there.
    private func owner(_ fixture: PoolFixture) async -> [String?] {
        let user = await fixture.pool.user(PoolFixture.email)
        return [user?.username, user?.attributes["email_verified"]]
    }

    private func anaKeepsIt(_ fixture: PoolFixture) async {
        await expect(owner(fixture), equals: [PoolFixture.user().username, "true"])
    }

    private func boHasIt(_ fixture: PoolFixture) async {
        await expect(owner(fixture), equals: ["bo", "true"])
        await expect(fixture.pool.user(PoolFixture.user().username)?.attributes["email_verified"], equals: "false")
    }

    @Test("an administrator's new account takes over an alias only if the call asks for it")
    func newAccountTakesAnAliasOnlyIfForced() async throws {
        let fixture = try await pool()
        let body = Body.account(Self.verified, of: "bo")
        try await fixture.expect("AdminCreateUser", body, fails: Self.taken)
        await expect(fixture.pool.user("bo"), equals: nil)
        await anaKeepsIt(fixture)
        let forced = Body.account(Self.verified + #","ForceAliasCreation":true"#, of: "bo")
        try await fixture.call("AdminCreateUser", forced)
        await boHasIt(fixture)
    }

    @Test(
        "a flag that an administrator's program has written in capitals verifies the alias",
        arguments: ["True", "TRUE"])
    func flagInCapitalsVerifiesTheAlias(_ flag: String) async throws {
        let fixture = try await pool()
        let attributes = Body.attributes(("email", "bo@example.test"), ("email_verified", flag))
        try await fixture.call("AdminCreateUser", Body.account(attributes, of: "bo"))
        await expect(fixture.pool.user("bo@example.test")?.username, equals: "bo")
        try await fixture.expect("AdminCreateUser", Body.account(attributes, of: "cy"), fails: Self.taken)
    }

    @Test("an alias that an administrator or a code verifies stays with the account that verified it first")
    func aliasStaysWithItsFirstOwner() async throws {
        let fixture = try await pool()
        await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
        let update = Body.account(Self.verified, of: "bo")
        try await fixture.expect("AdminUpdateUserAttributes", update, fails: Self.taken)
        await anaKeepsIt(fixture)
        let session = try await fixture.session("bo")
        let answer = fixture.answer("open sesame", session, username: "bo")
        let result = try await fixture.respond(answer)["AuthenticationResult"]
        let token = try #require(result?["AccessToken"]?.string)
        let change = Body.attributes(("email", "ana@example.test"))
        try await fixture.call("UpdateUserAttributes", Body.own(token, change))
        let proof = Body.own(token, #","AttributeName":"email","Code":"\#(try fixture.code)""#)
        try await fixture.expect("VerifyUserAttribute", proof, fails: Self.taken)
        await anaKeepsIt(fixture)
    }

    @Test("an alias that Pre Sign-up verifies moves to the new account")
    func aliasVerifiedByPreSignUpMoves() async throws {
        let trusting = ClosureFunction { _ in #"{"autoConfirmUser":true,"autoVerifyEmail":true}"# }
        let fixture = try await pool(preSignUp: trusting)
        let more = #","Password":"correct horse""# + Body.attributes(("email", "ana@example.test"))
        try await fixture.call("SignUp", Body.user(more, of: "bo"))
        await boHasIt(fixture)
    }

    @Test(
        "a name must not have the form of an alias, because it would be found before the address",
        arguments: [
            ("ana@example.test", "Username cannot be of email format, since user pool is configured for email alias."),
            (
                "+15550100",
                "Username cannot be of phone number format, since user pool is configured for phone number alias."
            ),
        ])
    func nameMustNotLookLikeAnAlias(username: String, words: String) async throws {
        let fixture = try await pool()
        let body = Body.account(Body.attributes(("email", "di@example.test")), of: username)
        try await fixture.expect("AdminCreateUser", body, fails: .parameter(words))
    }

    @Test("a preferred name is an alias once the account is confirmed, and belongs to one account")
    func preferredNameIsAnAlias() async throws {
        let fixture = try await PoolFixture({
            $0.aliasAttributes = ["preferred_username"]
            $0.clients[0].userExistenceErrors = .legacy
        })
        func start(_ name: String) async throws -> String? {
            let answer = try await fixture.client.send("InitiateAuth", fixture.start(name))
            return answer.json?["__type"]?.string
        }
        func prefer(_ name: String, for username: String) -> String {
            Body.account(Body.attributes(("preferred_username", name)), of: username)
        }
        var user = PoolFixture.user("bo@example.test", sub: "bo", status: .unconfirmed)
        user.attributes["preferred_username"] = "Bobo"
        await fixture.pool.store(user)
        try await expect(start("bobo"), equals: "UserNotFoundException")
        user.status = .confirmed
        await fixture.pool.store(user)
        try await expect(start("BOBO"), equals: nil)
        try await expect(start("bo@example.test"), equals: "UserNotFoundException", "the address is no alias")
        let taken = PoolError(.aliasExists, "An account with the preferred_username already exists.")
        let ana = PoolFixture.user().username
        try await fixture.expect("AdminUpdateUserAttributes", prefer("bobo", for: ana), fails: taken)
        try await fixture.call("AdminUpdateUserAttributes", prefer("ana", for: ana))
        try await expect(start("ana"), equals: nil)
    }
}
