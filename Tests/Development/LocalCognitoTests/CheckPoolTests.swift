import Foundation
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

/// Runs `scripts/passkeys check-pool` against a pool in this process.
@Suite("Checking a pool for bypasses of the triggers")
struct CheckPoolTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    private static let python = package.appending(path: ".build/tools/bin/python")

    /// Whether the tools that the script needs are installed; if not, prints why the tests are skipped.
    private static let hasTools: Bool = {
        let isThere =
            FileManager.default.isExecutableFile(atPath: python.path)
            && (try? ChildProcess(python, ["-c", "import boto3, botocore"]).wait(seconds: 60)) == .status(0)
        if !isThere { print("skipped: scripts/passkeys check-pool needs boto3 (scripts/install.sh template)") }
        return isThere
    }()

    /// What a stack's outputs would name: the functions as the local pool describes them.
    private static let deployment =
        [
            ("--define", "DefineAuthChallenge"), ("--create", "CreateAuthChallenge"),
            ("--verify", "VerifyAuthChallengeResponse"), ("--pre-sign-up", "PreSignUp"),
        ].flatMap { [$0, "arn:aws:lambda:eu-west-1:123456789012:function:\($1)"] }
        + ["--subject-attribute", "custom:oidc_subject"]

    private func check(
        _ fixture: PoolFixture, client: String = PoolFixture.clientID, deployment: [String] = deployment
    ) async throws -> (exit: ChildProcess.Exit?, lines: [String]) {
        let arguments =
            [
                "-m", "verbs", "check-pool", "--pool", fixture.pool.settings.id, "--client", client, "--endpoint",
                fixture.client.http.base,
            ] + deployment
        return try await onThread {
            let environment = [
                "PYTHONPATH": Self.package.appending(path: "scripts").path, "PYTHONDONTWRITEBYTECODE": "1",
                "AWS_CONFIG_FILE": "/dev/null",
            ]
            let script = try ChildProcess(Self.python, arguments, environment: environment)
            let exit = script.wait(seconds: 60)
            return (exit, script.output + script.errors)
        }
    }

    private static let issuer =
        "The pool's tokens name the issuer https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Sandbox01 (ORIGINAL)."

    @Test("a pool with the template's settings has no problems", .enabled(if: hasTools))
    func templatePoolHasNoProblems() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let (exit, lines) = try await check(fixture)
            #expect(exit == .status(0))
            #expect(lines.count == 3)
            #expect(lines.first == Self.issuer)
            #expect(lines.last == "No problems found in eu-west-1_Sandbox01.")
        }
    }

    @Test("a check without the names of the functions fails", .enabled(if: hasTools))
    func checkWithoutFunctionsFails() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let (exit, lines) = try await check(fixture, deployment: [])
            #expect(exit == .status(3))
            #expect(lines.last == "No problems found in eu-west-1_Sandbox01, but not everything could be checked.")
            #expect(lines.count { $0.hasPrefix("Not checked: ") } == 6)
        }
    }

    @Test("every weak setting is named", .enabled(if: hasTools))
    func everyWeakSettingIsNamed() async throws {
        func weaken(_ settings: inout PoolSettings) {
            settings.verifiedBeforeUpdate = []
            settings.autoVerifiedAttributes = []
            settings.clients[0].flows.insert(.userAuth)
            settings.clients[0].userExistenceErrors = .legacy
            settings.clients[0].sessionMinutes = 3
            settings.clients[0].revokesTokens = false
            settings.clients[0].writeAttributes = nil
            var other = AppClient(id: "web")
            other.flows = [.userPasswordAuth, .adminUserPasswordAuth]
            settings.clients.append(other)
        }
        try await PoolFixture.run(weaken) { (fixture) async throws in
            await fixture.pool.use(TriggerFunctions())
            let (exit, lines) = try await check(fixture)
            #expect(exit == .status(1))
            #expect(lines.last == "\(lines.count - 3) problems found in eu-west-1_Sandbox01.")
            let app = "app (\(PoolFixture.clientID))"
            let expected = [
                "no function is attached to DefineAuthChallenge", "no function is attached to CreateAuthChallenge",
                "no function is attached to VerifyAuthChallengeResponse", "no function is attached to PreSignUp",
                "\(app) allows ALLOW_USER_AUTH", "\(app) names no WriteAttributes",
                "\(app) tells strangers which accounts exist",
                "\(app) ends a sign-in after 3 minutes", "\(app) cannot revoke tokens",
                "a changed email takes effect before it is proven", "no code proves the email of a new account",
                "app (web) allows ALLOW_ADMIN_USER_PASSWORD_AUTH", "app (web) allows ALLOW_USER_PASSWORD_AUTH",
            ]
            #expect(lines.count == expected.count + 3)
            for (line, what) in zip(lines, expected) { #expect(line.hasPrefix("Problem: \(what)")) }
        }
    }

    @Test("a missing client is reported as unreadable", .enabled(if: hasTools))
    func missingClientIsReported() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let (exit, lines) = try await check(fixture, client: "nothing")
            #expect(exit == .status(2))
            #expect(lines.first?.hasPrefix("Not done: ") == true)
        }
    }
}
