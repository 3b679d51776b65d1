import LambdaRuntime
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("TOKEN_MODE=oidc: a round without a nonce")
struct OpenIDAgeTests {
    @Test("hands nothing out, and judges a token by its age", arguments: [Int64(-60), 0, 120])
    func recentTokenIsRight(age: Int64) throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let challenge = try deployment.create()
        #expect(challenge.publicParameters == ["challenge": "RESULT_TOKEN"])
        let answer = try issuer.token(age: age)
        try expect(deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        let withNonce = try issuer.token(nonce: "somebody's", age: age)
        try expect(deployment.verify(challenge, withNonce, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        // Without a table, the function warns at its start and does no more.
        #expect(deployment.recorder.lines == [Self.warning])
    }

    private static let warning =
        "WARN proofs are judged by their age and there is no STATE_TABLE: each counts until it is too old"

    @Test("a token older than two minutes is too old", arguments: [Int64(121), 3_600])
    func tokenOlderThanTwoMinutesIsTooOld(age: Int64) throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(age: age)
        try expect(deployment.verify(deployment.create(), answer, linkedTo: IDTokenIssuer.linked), equals: "too_old")
    }

    @Test(
        "a token that says when the user signed in is as old as that sign-in",
        arguments: [
            (0, 0, "right ID_TOKEN"), (0, 120, "right ID_TOKEN"), (0, 121, "too_old"), (0, 86_400, "too_old"),
            // The older of both times counts, whichever it is.
            (121, 0, "too_old"), (0, -60, "right ID_TOKEN"), (0, -61, "invalid_token"),
        ])
    func ageOfTheSignInCounts(age: Int64, signInAge: Int64, verdict: String) throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(age: age, signInAge: signInAge)
        try expect(deployment.verify(deployment.create(), answer, linkedTo: IDTokenIssuer.linked), equals: verdict)
    }

    @Test(
        "a token of another kind is refused",
        arguments: [["events": "{}"], ["token_use": "access"], ["typ": "Bearer"]])
    func tokenOfAnotherKindIsRefused(claims: [String: String]) throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(claims)
        try expect(
            deployment.verify(deployment.create(), answer, linkedTo: IDTokenIssuer.linked), equals: "invalid_token")
    }

    @Test("a token of the future is refused")
    func tokenOfTheFutureIsRefused() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(age: -61)
        try expect(
            deployment.verify(deployment.create(), answer, linkedTo: IDTokenIssuer.linked), equals: "invalid_token")
    }

    @Test("another user's token is wrong")
    func otherUsersTokenIsWrong() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(["sub": "auth0|other"])
        try expect(deployment.verify(deployment.create(), answer, linkedTo: IDTokenIssuer.linked), equals: "wrong_user")
    }

    @Test("an unknown user's round has the same shape")
    func unknownUsersRoundHasTheSameShape() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser())
        #expect(unknown.publicParameters == known.publicParameters)
        #expect(
            unknown.privateParameters.mapValues(\.utf8.count) == known.privateParameters.mapValues(\.utf8.count))
        let event = EventBuilder.verify(unknown, try issuer.token()).unknownUser()
        try expect(deployment.verify(event), equals: "unknown_user")
    }

    @Test("with a table a token wins one round, however often that one asks")
    func withTableATokenWinsOneRound() throws {
        let aws = AWSServices()
        let issuer = try IDTokenIssuer()
        let settings = AWSServices.settings.merging(["ID_TOKEN_NONCE": "age"]) { $1 }
        let deployment = try TestDeployment(IDTokenIssuer.settings, settings) { aws.serve(behind: $0) }
        issuer.publish(on: deployment.transport)
        let rounds = [try deployment.create(), try deployment.create()]
        let answer = try issuer.token()
        for (round, verdict) in [(0, "right ID_TOKEN"), (1, "already_used"), (0, "right ID_TOKEN")] {
            try expect(deployment.verify(rounds[round], answer, linkedTo: IDTokenIssuer.linked), equals: verdict)
        }
        let newer = try issuer.token(age: 1)
        try expect(deployment.verify(rounds[1], newer, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN")
        #expect(aws.table.items.count == 2)
        #expect(!deployment.recorder.lines.contains(Self.warning))
    }

    @Test("with a table a wrong token uses nothing up, and the right one counts only if the table says so")
    func withTableAWrongTokenUsesNothingUp() throws {
        let aws = AWSServices()
        let issuer = try IDTokenIssuer()
        let settings = AWSServices.settings.merging(["ID_TOKEN_NONCE": "age"]) { $1 }
        let deployment = try TestDeployment(IDTokenIssuer.settings, settings) { aws.serve(behind: $0) }
        issuer.publish(on: deployment.transport)
        let challenge = try deployment.create()
        let foreign = try issuer.token(["sub": "auth0|other"])
        try expect(deployment.verify(challenge, foreign, linkedTo: IDTokenIssuer.linked), equals: "wrong_user")
        #expect(aws.table.items.isEmpty)
        deployment.transport.always(AWSServices.update, .status(500, ""))
        let answer = try issuer.token()
        let error = #expect(throws: FunctionError.self) {
            try deployment.verify(challenge, answer, linkedTo: IDTokenIssuer.linked)
        }
        #expect(error?.kind == .unavailable)
    }

    @Test("without a table a token counts in every round until it is too old")
    func withoutTableATokenCountsInEveryRound() throws {
        let issuer = try IDTokenIssuer()
        let deployment = try TestDeployment.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token()
        for _ in 0..<2 {
            try expect(
                deployment.verify(deployment.create(), answer, linkedTo: IDTokenIssuer.linked), equals: "right ID_TOKEN"
            )
        }
    }
}
