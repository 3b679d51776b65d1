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
}
