import Foundation
import Replay
import RuntimeAPIHost
import TestSupport
import Testing

@Suite("A replay")
struct ReplayTests {
    private let scripts: ScriptFolder

    init() throws { scripts = try ScriptFolder() }

    /// The sample events of the package.
    private static let events = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../events").standardizedFileURL.path

    /// Replays an event of Define with the real bootstrap.
    private func replay(_ event: String, expecting expectation: String) async throws -> ReplayOutcome {
        let bootstraps = try ChildProcess.builtExecutable("DefineAuthChallenge").deletingLastPathComponent().path
        let folder = scripts.folder.appending(path: "DefineAuthChallenge")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "case.json")
        try FileManager.default.copyItem(atPath: "\(Self.events)/DefineAuthChallenge/\(event).json", toPath: file.path)
        try Data(expectation.utf8).write(to: folder.appending(path: "case.expected.json"))
        try Data(#"{"plain": {}}"#.utf8).write(to: scripts.folder.appending(path: "environments.json"))
        let replay = try await EventReplay(bootstraps: bootstraps)
        let outcome: ReplayOutcome
        do { outcome = try await replay.run(ReplayCase(path: file.path)) } catch {
            await replay.stop()
            throw error
        }
        await replay.stop()
        return outcome
    }

    private static let challenge =
        #""response": {"challengeName": "CUSTOM_CHALLENGE", "issueTokens": false, "failAuthentication": false}"#
    private static let tokens = #""response": {"issueTokens": true, "failAuthentication": false}"#

    @Test("a decision as expected is no difference")
    func right() async throws {
        let outcome = try await replay(
            "first-call", expecting: #"{"description": "", "environment": "plain", \#(Self.challenge)}"#)
        #expect(outcome.differences == [])
        #expect(outcome.result.decision == "challenge")
        #expect(await outcome.logLines().count { $0.contains("DefineAuthChallenge") } == 1)
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

    @Test("every sample event has an expectation that can be read")
    func samples() throws {
        let cases = try ReplayCase.all(in: Self.events)
        #expect(cases.count > 150)
        let functions = [
            "AddAuthenticator", "CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp", "PreTokenGeneration",
            "VerifyAuthChallenge",
        ]
        #expect(Set(cases.map(\.function)).sorted() == functions)
        #expect(cases.allSatisfy { !$0.description.isEmpty })
    }

    @Test("an event without an expectation, and a folder without events, are refused")
    func incomplete() throws {
        let folder = scripts.folder.appending(path: "Function")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(throws: ReplayError.noEvents(path: scripts.folder.path)) { try ReplayCase.all(in: scripts.folder.path) }
        let file = folder.appending(path: "case.json").path
        try Data("{}".utf8).write(to: URL(filePath: file))
        #expect(throws: ReplayError.noExpectation(event: file)) { try ReplayCase.all(in: scripts.folder.path) }
    }

    @Test("an event that nothing is expected of is shown, as its trigger's function decides it")
    func shown() async throws {
        let event = scripts.folder.appending(path: "DefineAuthChallenge-16.json").path
        try FileManager.default.copyItem(atPath: Self.events + "/DefineAuthChallenge/first-call.json", toPath: event)
        #expect(!ReplayCase.hasExpectation(event))
        let replayCase = try ReplayCase(showing: event, under: "sandbox", in: Self.events)
        #expect(replayCase.title == "DefineAuthChallenge/DefineAuthChallenge-16")
        let bootstraps = try ChildProcess.builtExecutable("DefineAuthChallenge").deletingLastPathComponent().path
        let replay = try await EventReplay(bootstraps: bootstraps)
        let outcome = try await replay.run(replayCase)
        await replay.stop()
        #expect(outcome.result.decision == "challenge")
        let report = ReplayReport(cases: [replayCase])
        #expect(report.line(outcome).hasPrefix("shown"))
        #expect(report.summary([outcome], processes: 1).contains("0 as expected, 0 different, 1 only shown"))
        #expect(report.full(outcome, logLines: []).contains("put it into events/DefineAuthChallenge/"))
    }

    @Test("an event of no trigger, and variables that are not there, are refused")
    func notShown() throws {
        let event = scripts.folder.appending(path: "event.json").path
        try Data(#"{"triggerSource":"PostConfirmation_ConfirmSignUp"}"#.utf8).write(to: URL(filePath: event))
        #expect(throws: ReplayError.noExpectation(event: event)) {
            try ReplayCase(showing: event, under: "sandbox", in: Self.events)
        }
        let known = Self.events + "/DefineAuthChallenge/first-call.json"
        let sets = ReplayError.malformed(file: Self.events + "/environments.json", fault: "it has no set nothing")
        #expect(throws: sets) { try ReplayCase(showing: known, under: "nothing", in: Self.events) }
    }

    @Test("a function without a bootstrap is refused")
    func noBootstrap() async throws {
        let replay = try await EventReplay(bootstraps: scripts.folder.path)
        let replayCase = try ReplayCase(path: Self.events + "/DefineAuthChallenge/first-call.json")
        await #expect(
            throws: ReplayError.noBootstrap(function: "DefineAuthChallenge", folder: scripts.folder.path)
        ) { try await replay.run(replayCase) }
        await replay.stop()
    }
}
