import HTTP
import JSON
import TestSupport
import Testing

@Suite("A signing key that is replaced while the function runs")
struct KeyReplacementTests {
    private let secrets = Secrets("the key that was there at the start")
    private let deployment: Deployment

    init() throws {
        deployment = try Deployment(settings: [
            "TOKEN_SIGNING_KEY": "",
            "TOKEN_SIGNING_KEY_ARN": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:key-AbCdEf",
        ])
    }

    private func process() throws -> AuthenticatorProcess {
        try deployment.process { SecretsInFront(secrets, $0) }
    }

    /// The status of a list of authenticators, for a challenge token under a key.
    private func status(of process: AuthenticatorProcess, under key: String) throws -> Int {
        let token = try deployment.challengeToken(sealedWith: key)
        return try process.send("GET", "client/user-authenticators", .bearer(token)).status
    }

    @Test("is read once a token is not genuine, and tokens of both keys are taken")
    func newKeyIsReadAtNeed() throws {
        let process = try process()
        let (old, new) = (secrets.current, "the key that has taken its place")
        try expect(status(of: process, under: old), equals: 200)
        secrets.replace(with: new)
        try expect(status(of: process, under: new), equals: 200)
        // The start, then the current and the former version.
        #expect(secrets.reads == 3)
        try expect(status(of: process, under: old), equals: 200)
        #expect(secrets.reads == 3)
    }

    @Test("is not read again for every token that is not genuine")
    func forgedTokensCauseFewReads() throws {
        let process = try process()
        for _ in 0..<3 {
            try expect(status(of: process, under: "a key of somebody else's, long enough"), equals: 401)
        }
        #expect(secrets.reads == 3)
    }

    @Test("is read once a challenge is not opened, too: a passkey needs no token")
    func newKeyIsReadForAChallenge() throws {
        let first = try process()
        secrets.replace(with: "the key that has taken its place")
        let options = try process().answer(.authenticationOptions(.app))
        let answer = try first.answer(.verifyPasskey(.app, options, Array("{}".utf8)))
        #expect(answer["errorDescription"]?.string?.contains("authenticationCredential") == true)
    }
}
