import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Refresh tokens that rotate")
struct RefreshTokenRotationTests {
    private func refresh(_ token: String) -> String {
        #"{"ClientId":"\#(PoolFixture.clientID)","RefreshToken":"\#(token)"}"#
    }

    @Test("each use gives a new token, and the old one stays valid only for the grace period")
    func oldTokenIsValidForTheGracePeriod() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].rotationGraceSeconds = 10 })
        let first = try #require(try await fixture.signIn()["RefreshToken"]?.string)
        let operation = "GetTokensFromRefreshToken"
        let result = try await fixture.call(operation, refresh(first))["AuthenticationResult"]
        let second = try #require(result?["RefreshToken"]?.string)
        #expect(second != first)
        fixture.wait(seconds: 9)
        let repeated = try await fixture.call(operation, refresh(first))["AuthenticationResult"]
        let third = try #require(repeated?["RefreshToken"]?.string)
        #expect(third != second)
        // The repeated use has not extended the grace period.
        fixture.wait(seconds: 1)
        try await fixture.expect(
            operation, refresh(first), fails: PoolError(.refreshTokenReuse, "Refresh Token has been used before"))
        for token in [second, third] { try await fixture.call(operation, refresh(token)) }
        let access = try #require(result?["AccessToken"]?.string)
        let body = #"{"ClientId":"\#(PoolFixture.clientID)","Token":"\#(third)"}"#
        try await fixture.call("RevokeToken", body)
        try await fixture.expect("GetUser", Body.own(access), fails: .revoked)
    }

    @Test("without a grace period the old token ends at once, and a new one expires when the first would have")
    func oldTokenEndsAtOnceWithoutGrace() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].rotationGraceSeconds = 0 })
        let first = try #require(try await fixture.signIn()["RefreshToken"]?.string)
        fixture.wait(seconds: 29 * 24 * 3600)
        let operation = "GetTokensFromRefreshToken"
        let result = try await fixture.call(operation, refresh(first))["AuthenticationResult"]
        let second = try #require(result?["RefreshToken"]?.string)
        try await fixture.expect(operation, refresh(first), fails: .refreshTokenReuse)
        fixture.wait(seconds: 24 * 3600)
        try await fixture.expect(operation, refresh(second), fails: .notAuthorized("Refresh Token has expired"))
    }
}
