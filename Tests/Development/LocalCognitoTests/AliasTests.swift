import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import Testing

@Suite("Addresses that stand for a name")
struct AliasTests {
    private static let taken = PoolError(.aliasExists, "An account with the email already exists.")

    /// Runs a body with a pool of names, in which Ana has proven her address.
    private func run(
        preSignUp: ClosureFunction = ClosureFunction { .reply($0.text) }, _ body: (PoolFixture) async throws -> Void
    ) async throws {
        try await PoolFixture.run(
            {
                ($0.usernameAttributes, $0.aliasAttributes) = ([], ["email", "phone_number"])
                $0.verifiedBeforeUpdate = []
            }, preSignUp: preSignUp, body)
    }

    private func account(_ username: String, _ attributes: String, _ more: String = "") -> String {
        #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(username)","UserAttributes":\#(attributes)\#(more)}"#
    }

    private static let proven =
        #"[{"Name":"email","Value":"ANA@example.test"},{"Name":"email_verified","Value":"true"}]"#

    /// Which account an address stands for, and whether it is proven there.
    private func owner(_ fixture: PoolFixture) async -> [String?] {
        let user = await fixture.pool.user(PoolFixture.email)
        return [user?.username, user?.attributes["email_verified"]]
    }

    private func anaKeepsIt(_ fixture: PoolFixture) async {
        #expect(await owner(fixture) == [PoolFixture.user().username, "true"])
    }

    private func boHasIt(_ fixture: PoolFixture) async {
        #expect(await owner(fixture) == ["bo", "true"])
        #expect(await fixture.pool.user(PoolFixture.user().username)?.attributes["email_verified"] == "false")
    }

    @Test("an administrator's new account takes one over only when told to")
    func adminCreateUser() async throws {
        try await run { (fixture) async throws in
            let body = account("bo", Self.proven)
            #expect(try await fixture.client.error("AdminCreateUser", body) == Self.taken)
            #expect(await fixture.pool.user("bo") == nil)
            await anaKeepsIt(fixture)
            let forced = account("bo", Self.proven, #","ForceAliasCreation":true"#)
            try await fixture.client.call("AdminCreateUser", forced)
            await boHasIt(fixture)
        }
    }

    @Test("one that is called proven by an administrator or a code stays with who proved it first")
    func updates() async throws {
        try await run { (fixture) async throws in
            await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
            let update = account("bo", Self.proven)
            #expect(try await fixture.client.error("AdminUpdateUserAttributes", update) == Self.taken)
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
            #expect(try await fixture.client.error("VerifyUserAttribute", proof) == Self.taken)
            await anaKeepsIt(fixture)
        }
    }

    @Test("one that Pre Sign-up calls proven moves to the new account")
    func preSignUp() async throws {
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
        "a name has not the form of one: it would be found before the address",
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
    func names(username: String, words: String) async throws {
        try await run { (fixture) async throws in
            let attributes = #"[{"Name":"email","Value":"di@example.test"}]"#
            let refused = try await fixture.client.error("AdminCreateUser", account(username, attributes))
            #expect(refused == PoolError(.invalidParameter, words))
        }
    }
}
