import Foundation
import Replay
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("A replay")
struct ReplayTests {
    private let fixture: EventFixture

    init() throws { fixture = try EventFixture() }

    /// The sample events of the package.
    private static let events = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../events").standardizedFileURL.path

    /// A sample event of Define.
    private func sample(_ name: String) throws -> String {
        let title = "DefineAuthChallenge/result-token/" + name
        let cases = try EventFolder(Self.events).cases(named: title, environment: "plain")
        return String(decoding: try #require(cases.first).event, as: UTF8.self)
    }

    /// Replays an event of Define with the real bootstrap.
    private func replay(_ event: String, expecting expectation: String) async throws -> ReplayOutcome {
        let file = try fixture.write(try sample(event), to: "DefineAuthChallenge/set/case.json")
        try fixture.write(expectation, to: "DefineAuthChallenge/set/case.expected.json")
        return try await run(try #require(try fixture.onlyCase(file)))
    }

    private func run(_ replayCase: ReplayCase) async throws -> ReplayOutcome {
        let bootstraps = try ChildProcess.builtExecutable("DefineAuthChallenge").deletingLastPathComponent().path
        let replay = try await EventReplay(bootstraps: bootstraps)
        let outcome: ReplayOutcome
        do { outcome = try await replay.run(replayCase) } catch {
            await replay.stop()
            throw error
        }
        await replay.stop()
        return outcome
    }

    private static let challenge =
        #""response": {"challengeName": "CUSTOM_CHALLENGE", "issueTokens": false, "failAuthentication": false}"#
    private static let tokens = #""response": {"issueTokens": true, "failAuthentication": false}"#

    @Test("a decision as expected has no difference")
    func right() async throws {
        let outcome = try await replay(
            "first-call", expecting: #"{"description": "", "environment": "plain", \#(Self.challenge)}"#)
        #expect(outcome.differences == [])
        #expect(outcome.result.decision == "challenge")
        await expect(outcome.logLines().count { $0.contains("DefineAuthChallenge") }, equals: 1)
    }

    @Test(
        "a decision that is not expected is a difference, whichever way round it is wrong",
        arguments: [
            ("first-call", tokens, ["response.issueTokens", "response.challengeName"]),
            ("after-right", challenge, ["response.challengeName", "response.issueTokens"]),
            ("first-call", #""error": "$any""#, ["outcome"]), ("wrong-trigger", challenge, ["outcome"]),
        ])
    func wrong(event: String, expected: String, places: [String]) async throws {
        let outcome = try await replay(
            event, expecting: #"{"description": "", "environment": "plain", \#(expected)}"#)
        #expect(outcome.differences.map(\.place) == places)
        #expect(ReplayReport(cases: [outcome.replayCase]).line(outcome).hasPrefix("DIFFERS"))
    }

    @Test("a case of a table is sent as the table describes it, under the variables that it names")
    func row() async throws {
        try fixture.write(try sample("first-call"), to: "DefineAuthChallenge/set/first.json")
        try fixture.write(
            #"{"description": "", "environment": "plain", \#(Self.challenge)}"#,
            to: "DefineAuthChallenge/set/first.expected.json")
        let table = try fixture.table(
            #"""
            {"base": "first", "cases": {"right": {
              "description": "The one answer that counts is right.",
              "change": {"request.session": [{"challengeName": "CUSTOM_CHALLENGE", "challengeResult": true,
                "challengeMetadata": "RESULT_TOKEN"}]},
              "expected": {"variables": {"MAX_ATTEMPTS": "1"}, \#(Self.tokens)}
            }}}
            """#)
        let outcome = try await run(try #require(try fixture.onlyCase(table + "#right")))
        #expect(outcome.differences == [])
        #expect(outcome.result.decision == "issue tokens")
        #expect(outcome.event == outcome.replayCase.event)
        let report = ReplayReport(cases: [outcome.replayCase]).full(outcome, logLines: [])
        #expect(
            report.hasPrefix(
                "DefineAuthChallenge/set/right: The one answer that counts is right.\n  \(table)#right\n"))
    }

    @Test("every sample event has an expectation that can be read")
    func samples() throws {
        let cases = try EventFolder(Self.events).cases()
        #expect(cases.count > 450)
        let functions = [
            "AddAuthenticator", "Authenticator", "CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp",
            "PreTokenGeneration", "VerifyAuthChallenge",
        ]
        #expect(Set(cases.map(\.function)).sorted() == functions)
        #expect(cases.allSatisfy { !$0.description.isEmpty })
    }

    @Test("an event without an expectation is shown, as its trigger's function decides it")
    func shown() async throws {
        let event = try fixture.write(try sample("first-call"), to: "DefineAuthChallenge-16.json")
        let replayCase = try ReplayCase(showing: event, under: "sandbox", in: Self.events)
        #expect(replayCase.title == "DefineAuthChallenge/DefineAuthChallenge-16")
        let outcome = try await run(replayCase)
        #expect(outcome.result.decision == "challenge")
        let report = ReplayReport(cases: [replayCase])
        #expect(report.line(outcome).hasPrefix("shown"))
        #expect(report.summary([outcome], processes: 1).contains("0 as expected, 0 different, 1 only shown"))
        #expect(report.full(outcome, logLines: []).contains("put it into a folder of events/DefineAuthChallenge/"))
    }

    @Test("an event of no trigger, and variables that are not there, are refused")
    func notShown() throws {
        let event = try fixture.write(#"{"triggerSource":"PostConfirmation_ConfirmSignUp"}"#, to: "event.json")
        #expect(throws: ReplayError.noExpectation(event: event)) {
            try ReplayCase(showing: event, under: "sandbox", in: Self.events)
        }
        let known = try fixture.write(try sample("first-call"), to: "known.json")
        let sets = ReplayError.malformed(file: Self.events + "/environments.json", fault: "it has no set nothing")
        #expect(throws: sets) { try ReplayCase(showing: known, under: "nothing", in: Self.events) }
    }

    @Test("a function without a bootstrap is refused")
    func noBootstrap() async throws {
        let replay = try await EventReplay(bootstraps: fixture.path)
        let replayCase = try #require(try fixture.onlyCase("DefineAuthChallenge/set/whole"))
        await #expect(
            throws: ReplayError.noBootstrap(function: "DefineAuthChallenge", folder: fixture.path)
        ) { try await replay.run(replayCase) }
        await replay.stop()
    }
}
