import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Addresses used instead of a name")
struct AliasTests {
    private static let taken = PoolError(.aliasExists, "An account with the email already exists.")

    /// Runs a body with a pool whose usernames are names, and in which Ana has verified her address.
    private func run(
        preSignUp: ClosureFunction = ClosureFunction { .reply($0.text) }, _ body: (PoolFixture) async throws -> Void
    ) async throws {
        try await PoolFixture.run(
            {
                ($0.usernameAttributes, $0.aliasAttributes) = ([], ["email", "phone_number"])
                $0.verifiedBeforeUpdate = []
            }, preSignUp: preSignUp, body)
    }

    private func account(_ username: String, _ attributes: String, more: String = "") -> String {
        #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(username)","UserAttributes":\#(attributes)\#(more)}"#
    }

    private static let verified =
        #"[{"Name":"email","Value":"ANA@example.test"},{"Name":"email_verified","Value":"true"}]"#

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
        try await run { (fixture) async throws in
            let body = account("bo", Self.verified)
            try await expect(fixture.client.error("AdminCreateUser", body), equals: Self.taken)
            await expect(fixture.pool.user("bo"), equals: nil)
            await anaKeepsIt(fixture)
            let forced = account("bo", Self.verified, more: #","ForceAliasCreation":true"#)
            try await fixture.client.call("AdminCreateUser", forced)
            await boHasIt(fixture)
        }
    }

    @Test(
        "a flag that an administrator's program has written in capitals verifies the alias",
        arguments: ["True", "TRUE"])
    func flagInCapitalsVerifiesTheAlias(_ flag: String) async throws {
        try await run { (fixture) async throws in
            let attributes =
                #"[{"Name":"email","Value":"bo@example.test"},{"Name":"email_verified","Value":"\#(flag)"}]"#
            try await fixture.client.call("AdminCreateUser", account("bo", attributes))
            await expect(fixture.pool.user("bo@example.test")?.username, equals: "bo")
            let taken = try await fixture.client.error("AdminCreateUser", account("cy", attributes))
            #expect(taken == Self.taken)
        }
    }

    @Test("an alias that an administrator or a code verifies stays with the account that verified it first")
    func aliasStaysWithItsFirstOwner() async throws {
        try await run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
            let update = account("bo", Self.verified)
            try await expect(fixture.client.error("AdminUpdateUserAttributes", update), equals: Self.taken)
            await anaKeepsIt(fixture)
            let session = try await fixture.session("bo")
            let answer = fixture.answer("open sesame", session, username: "bo")
            let result = try await fixture.client.call("RespondToAuthChallenge", answer)["AuthenticationResult"]
            let token = try #require(result?["AccessToken"]?.string)
            let change =
                #"{"AccessToken":"\#(token)","UserAttributes":[{"Name":"email","Value":"ana@example.test"}]}"#
            try await fixture.client.call("UpdateUserAttributes", change)
            let code = try #require(fixture.mailBox.messages.last?.code)
            let proof = #"{"AccessToken":"\#(token)","AttributeName":"email","Code":"\#(code)"}"#
            try await expect(fixture.client.error("VerifyUserAttribute", proof), equals: Self.taken)
            await anaKeepsIt(fixture)
        }
    }

    @Test("an alias that Pre Sign-up verifies moves to the new account")
    func aliasVerifiedByPreSignUpMoves() async throws {
        let trusting = ClosureFunction { _ in #"{"autoConfirmUser":true,"autoVerifyEmail":true}"# }
        try await run(preSignUp: trusting) { (fixture) async throws in
            let attributes = #"[{"Name":"email","Value":"ana@example.test"}]"#
            let body =
                #"{"ClientId":"\#(PoolFixture.clientID)","Username":"bo","Password":"correct horse","#
                + #""UserAttributes":\#(attributes)}"#
            try await fixture.client.call("SignUp", body)
            await boHasIt(fixture)
        }
    }

    @Test(
        "a name must not have the form of an alias, because it would be found before the address",
        arguments: [
            (
                "ana@example.test",
                "Username cannot be of email format, since user pool is configured for email alias."
            ),
            (
                "+15550100",
                "Username cannot be of phone number format, since user pool is configured for phone number alias."
            ),
        ])
    func nameMustNotLookLikeAnAlias(username: String, words: String) async throws {
        try await run { (fixture) async throws in
            let attributes = #"[{"Name":"email","Value":"di@example.test"}]"#
            let refused = try await fixture.client.error("AdminCreateUser", account(username, attributes))
            #expect(refused == PoolError(.invalidParameter, words))
        }
    }

    @Test("a preferred name is an alias once the account is confirmed, and belongs to one account")
    func preferredNameIsAnAlias() async throws {
        try await PoolFixture.run({
            ($0.usernameAttributes, $0.aliasAttributes) = ([], ["preferred_username"])
            $0.clients[0].userExistenceErrors = .legacy
        }) { (fixture) async throws in
            func start(_ name: String) async throws -> String? {
                let answer = try await fixture.client.send("InitiateAuth", fixture.start(name))
                return answer.json?["__type"]?.string
            }
            func prefer(_ name: String, for username: String) -> String {
                account(username, #"[{"Name":"preferred_username","Value":"\#(name)"}]"#)
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
            try await expect(fixture.client.error("AdminUpdateUserAttributes", prefer("bobo", for: ana)), equals: taken)
            try await fixture.client.call("AdminUpdateUserAttributes", prefer("ana", for: ana))
            try await expect(start("ana"), equals: nil)
        }
    }
}
