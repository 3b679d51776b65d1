import JOSE
import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("A pool's tokens")
struct PoolTokenTests {
    private func keys(_ fixture: PoolFixture) async throws -> [VerificationKey] {
        let path = "/\(fixture.pool.settings.id)/.well-known/jwks.json"
        return try JSONWebKeySet(parsing: try await fixture.client.http.get(path).body).keys
    }

    private func refresh(_ fixture: PoolFixture, _ token: String, client: String = PoolFixture.clientID) -> String {
        #"{"AuthFlow":"REFRESH_TOKEN_AUTH","ClientId":"\#(client)","AuthParameters":{"REFRESH_TOKEN":"\#(token)"}}"#
    }

    @Test("each token is verified by its own published key, and has Cognito's claims")
    func tokensHaveCognitosClaims() async throws {
        let fixture = try await PoolFixture()
        let result = try await fixture.signIn()
        let keys = try await keys(fixture)
        let id = try CompactJWS.verify(try #require(result["IdToken"]?.string), keys: keys)
        let access = try CompactJWS.verify(try #require(result["AccessToken"]?.string), keys: keys)
        #expect(id.header.members.map(\.name) == ["kid", "alg"])
        #expect(id.keyID != access.keyID)
        #expect(id.algorithm == .rs256)
        let (idClaims, accessClaims) = (try Claims(id), try Claims(access))
        let issuer = await fixture.pool.issuerURL
        try idClaims.validate(issuer: issuer, audience: PoolFixture.clientID, now: fixture.now)
        #expect(
            Set(idClaims.json.members.map(\.name)) == [
                "sub", "email_verified", "email", "iss", "cognito:username", "origin_jti", "aud", "event_id",
                "token_use", "auth_time", "exp", "iat", "jti",
            ])
        #expect(idClaims["email_verified"]?.bool == true)
        #expect(
            Set(accessClaims.json.members.map(\.name)) == [
                "sub", "iss", "client_id", "origin_jti", "event_id", "token_use", "scope", "auth_time", "exp",
                "iat", "jti", "username",
            ])
        #expect(accessClaims["scope"]?.string == "aws.cognito.signin.user.admin")
        #expect(accessClaims["client_id"]?.string == PoolFixture.clientID)
        #expect(accessClaims.expiration == fixture.now + 3600)
        #expect(accessClaims["origin_jti"]?.string == idClaims["origin_jti"]?.string)
        #expect(accessClaims.tokenID != idClaims.tokenID)
    }

    @Test("a pool that is set to the updated issuer names it in tokens and documents", arguments: PoolIssuer.allCases)
    func tokensNameTheIssuer(type: PoolIssuer) async throws {
        let fixture = try await PoolFixture({ $0.issuer = type })
        let result = try await fixture.signIn()
        let address = fixture.client.http.base
        let issuers = [
            PoolIssuer.original: "\(address)/\(fixture.pool.settings.id)",
            .updated: "\(address)/issuer-cognito-idp/\(fixture.pool.settings.id)",
        ]
        await expect(fixture.pool.issuerURLs, equals: [issuers[.original], issuers[.updated]])
        for token in ["IdToken", "AccessToken"] {
            let verified = try CompactJWS.verify(try #require(result[token]?.string), keys: try await keys(fixture))
            try expect(Claims(verified).issuer, equals: issuers[type])
        }
        // Both publish the same keys, each under its own address.
        for issuer in issuers.values {
            let path = issuer.dropFirst(address.count) + "/.well-known/"
            let document = try await fixture.client.http.get(path + "openid-configuration").json
            #expect(document?["issuer"]?.string == issuer)
            #expect(document?["jwks_uri"]?.string == issuer + "/.well-known/jwks.json")
            let keySet = try await fixture.client.http.get(path + "jwks.json")
            try expect(JSONWebKeySet(parsing: Array(keySet.body)).keys.count, equals: 2)
        }
        let description = try await fixture.call("DescribeUserPool", Body.pool())
        #expect(description["UserPool"]?["IssuerConfiguration"]?["Type"]?.string == type.rawValue)
        try await fixture.call("GetUser", Body.own(try #require(result["AccessToken"]?.string)))
    }

    @Test("an access token can read the account's readable attributes until it expires")
    func accessTokenReadsAttributes() async throws {
        let fixture = try await PoolFixture()
        var user = PoolFixture.user()
        user.attributes["custom:secret"] = "x"
        await fixture.pool.store(user)
        let result = try await fixture.signIn()
        let access = try #require(result["AccessToken"]?.string)
        let json = try await fixture.call("GetUser", Body.own(access))
        #expect(json["Username"]?.string == user.username)
        let names = json["UserAttributes"]?.elements.compactMap { $0["Name"]?.string }
        #expect(names == ["sub", "email_verified", "email"])
        let invalid = PoolError(.notAuthorized, "Invalid Access Token")
        let id = try #require(result["IdToken"]?.string)
        for token in [id, String(access.dropLast(8)) + "AAAAAAAA", "x"] {
            try await fixture.expect("GetUser", Body.own(token), fails: invalid)
        }
        fixture.wait(seconds: 3600)
        try await fixture.expect("GetUser", Body.own(access), fails: .notAuthorized("Access Token has expired"))
    }

    @Test("a refresh gives new tokens of the same sign-in, and no new refresh token")
    func refreshGivesNewTokens() async throws {
        let fixture = try await PoolFixture({ $0.clients.append(AppClient(id: "other")) })
        let first = try await fixture.signIn()
        let token = try #require(first["RefreshToken"]?.string)
        fixture.wait(seconds: 100)
        let json = try await fixture.call("InitiateAuth", refresh(fixture, token))
        let second = try #require(json["AuthenticationResult"])
        #expect(second["RefreshToken"] == nil)
        let keys = try await keys(fixture)
        let claims = try [first, second].map { result in
            try Claims(CompactJWS.verify(try #require(result["AccessToken"]?.string), keys: keys))
        }
        #expect(claims[0]["auth_time"]?.integer == claims[1]["auth_time"]?.integer)
        #expect(claims[0]["origin_jti"]?.string == claims[1]["origin_jti"]?.string)
        #expect(claims[1].issuedAt == fixture.now)
        let invalid = PoolError(.notAuthorized, "Invalid Refresh Token")
        try await fixture.expect("InitiateAuth", refresh(fixture, "x"), fails: invalid)
        let foreign = refresh(fixture, token, client: "other")
        try await fixture.expect("InitiateAuth", foreign, fails: invalid)
        fixture.wait(seconds: 30 * 24 * 3600)
        try await fixture.expect(
            "InitiateAuth", refresh(fixture, token), fails: .notAuthorized("Refresh Token has expired"))
    }

    @Test("revoking a refresh token ends it and its access tokens, but not those of another sign-in")
    func revokingEndsOneSignIn() async throws {
        let fixture = try await PoolFixture()
        let (one, other) = (try await fixture.signIn(), try await fixture.signIn())
        let token = try #require(one["RefreshToken"]?.string)
        let body = #"{"ClientId":"\#(PoolFixture.clientID)","Token":"\#(token)"}"#
        for _ in 1...2 { try await fixture.call("RevokeToken", body) }
        try await fixture.expect(
            "InitiateAuth", refresh(fixture, token), fails: .notAuthorized("Refresh Token has been revoked"))
        let access = try #require(one["AccessToken"]?.string)
        try await fixture.expect("GetUser", Body.own(access), fails: .revoked)
        try await fixture.call("GetUser", Body.own(try #require(other["AccessToken"]?.string)))
        let wrongType = #"{"ClientId":"\#(PoolFixture.clientID)","Token":"\#(access)"}"#
        try await fixture.expect("RevokeToken", wrongType, fails: .unsupportedTokenType)
    }

    @Test("a token is revoked only with the client's secret, and with none for a client without one")
    func revokingNeedsTheSecret() async throws {
        let (right, wrong) = (String(repeating: "r", count: 24), String(repeating: "w", count: 24))
        for (secret, given) in [(right, nil), (right, wrong), (nil, wrong)] {
            let fixture = try await PoolFixture({ $0.clients[0].secret = secret })
            let words = given.map { #","ClientSecret":"\#($0)""# } ?? ""
            let body = #"{"ClientId":"\#(PoolFixture.clientID)","Token":"t"\#(words)}"#
            let refused = PoolError(.unauthorized, "Invalid client secret")
            try await fixture.expect("RevokeToken", body, fails: refused)
        }
    }

    @Test("signing out everywhere and disabling the account each end every earlier sign-in of the user")
    func globalSignOutEndsEverySignIn() async throws {
        let fixture = try await PoolFixture()
        let (one, other) = (try await fixture.signIn(), try await fixture.signIn())
        let access = try #require(one["AccessToken"]?.string)
        try await fixture.call("GlobalSignOut", Body.own(access))
        for result in [one, other] {
            let body = refresh(fixture, try #require(result["RefreshToken"]?.string))
            try await fixture.expect("InitiateAuth", body, fails: .notAuthorized("Refresh Token has been revoked"))
        }
        try await fixture.expect("GlobalSignOut", Body.own(access), fails: .revoked)
        let later = try await fixture.accessToken()
        try await fixture.call("GetUser", Body.own(later))
        // So does disabling the account, and enabling it again does not restore them.
        for operation in ["AdminDisableUser", "AdminEnableUser"] { try await fixture.call(operation, Body.account()) }
        try await fixture.expect("GetUser", Body.own(later), fails: .revoked)
    }

    @Test("a client without the refresh flow cannot refresh tokens")
    func clientWithoutTheFlowCannotRefresh() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].flows = [.customAuth] })
        let token = try #require(try await fixture.signIn()["RefreshToken"]?.string)
        try await fixture.expect("InitiateAuth", refresh(fixture, token), fails: .notAuthorized)
    }
}
