import Foundation
import Replay
import TestSupport
import Testing

/// Define alone is enough for the rules of a file. Sign-ins with every function are in `Tests/EndToEnd`.
@Suite("A saved sign-in")
struct SignInFileTests {
    private let fixture: EventFixture

    init() throws { fixture = try EventFixture() }

    private static func event(rows: String, note: String = "none") -> String {
        #"{"version": "1", "region": "eu-west-1", "userPoolId": "eu-west-1_AbCdEf123", "userName": "ana", "#
            + #""callerContext": {"awsSdkVersion": "1", "clientId": "app"}, "#
            + #""triggerSource": "DefineAuthChallenge_Authentication", "#
            + #""request": {"userAttributes": {"sub": "\#(note)"}, "#
            + #""session": [\#(rows)]}, "response": {"challengeName": null, "issueTokens": null, "#
            + #""failAuthentication": null}}"#
    }

    private static let challenge =
        #"{"challengeName": "CUSTOM_CHALLENGE", "issueTokens": false, "failAuthentication": false}"#
    private static let tokens = #"{"issueTokens": true, "failAuthentication": false}"#
    private static func row(_ name: String = "CUSTOM_CHALLENGE") -> String {
        #"{"challengeName": "\#(name)", "challengeResult": true, "challengeMetadata": "RESULT_TOKEN"}"#
    }

    private static func step(_ event: String, _ response: String) -> String {
        #"{"function": "DefineAuthChallenge", "decision": "it", "event": \#(event), "response": \#(response)}"#
    }

    private func file(_ steps: String..., variables: String = #"{"DefineAuthChallenge": {}}"#) throws -> String {
        try fixture.write(
            #"{"description": "", "variables": \#(variables), "steps": [\#(steps.joined(separator: ", "))]}"#,
            to: "sign-in.json")
    }

    private func replay(_ file: String) async throws -> [ReplayOutcome] {
        let bootstraps = try ChildProcess.builtExecutable("DefineAuthChallenge").deletingLastPathComponent().path
        let replay = try await EventReplay(bootstraps: bootstraps)
        do {
            let outcomes = try await replay.run(try SignInFile(file)) { _ in }
            await replay.stop()
            return outcomes
        } catch {
            await replay.stop()
            throw error
        }
    }

    @Test("is told from an event and from a table of cases")
    func recognised() throws {
        try expect(SignInFile.holdsSignIn(file(Self.step("{}", Self.tokens))), equals: true)
        #expect(!SignInFile.holdsSignIn(fixture.path("DefineAuthChallenge/set/whole.json")))
        try expect(SignInFile.holdsSignIn(fixture.table(#"{"base": "whole", "cases": {}}"#)), equals: false)
        #expect(!SignInFile.holdsSignIn("absent"))
    }

    @Test("gives each step what earlier steps answered")
    func chained() async throws {
        let note = "${reply: step=1, member=challengeName}"
        let last = Self.row("${reply: step=1, member=challengeName}")
        let outcomes = try await replay(
            try file(
                Self.step(Self.event(rows: ""), Self.challenge),
                Self.step(Self.event(rows: last, note: note), Self.tokens)))
        #expect(outcomes.map(\.differences) == [[], []])
        #expect(String(decoding: outcomes[1].event, as: UTF8.self).contains(#""sub": "CUSTOM_CHALLENGE""#))
    }

    @Test("ends with the first step that differs")
    func endsAtDifference() async throws {
        let file = try file(
            Self.step(Self.event(rows: ""), Self.tokens), Self.step(Self.event(rows: Self.row()), Self.tokens))
        let outcomes = try await replay(file)
        #expect(outcomes.map { $0.differences.map(\.place) } == [["response.issueTokens", "response.challengeName"]])
        let signIn = try SignInFile(file)
        let words = ReplayReport(cases: signIn.steps).summary(signIn, outcomes)
        #expect(
            words.hasPrefix("Step 1 of 2 differs from when the sign-in was saved.\nDefineAuthChallenge/step 1: it\n"))
        #expect(words.hasSuffix("\nThe steps after it (1) were not sent, because they depend on it."))
    }

    @Test("makes a placeholder with a name only once")
    func named() async throws {
        let note = "${uuid: name=one} ${uuid: name=one} ${uuid: name=two}"
        let outcome = try #require(
            try await replay(try file(Self.step(Self.event(rows: "", note: note), Self.challenge))).first)
        let text = String(decoding: outcome.event, as: UTF8.self)
        let ids = text.matches(of: /[0-9a-f]{8}-[0-9a-f-]{27}/).map { String($0.output) }
        #expect(ids.count == 3 && ids[0] == ids[1] && ids[1] != ids[2])
    }

    static let placeholders: [(text: String, fault: String)] = [
        ("reply: step=1", "it needs step and member"),
        ("reply: step=2, member=challengeName", "step 2 has not answered yet"),
        ("reply: step=1, member=challengeMetadata", "step 1 did not answer with it"),
        ("mailedCode: mail=1", "no such code was mailed: there are 0"),
    ]

    @Test("says why a placeholder cannot be filled", arguments: placeholders)
    func unfilled(text: String, fault: String) async throws {
        let file = try file(
            Self.step(Self.event(rows: ""), Self.challenge),
            Self.step(Self.event(rows: "", note: "${\(text)}"), Self.challenge))
        await #expect(throws: ReplayError.placeholder(text, fault: fault)) { _ = try await replay(file) }
    }

    static let malformed: [(text: String, fault: String)] = [
        (#"{"steps": []}"#, "it has no steps"),
        (#"{"steps": [], "more": 1}"#, "unknown member more"),
        (#"{"steps": [{"event": {}}]}"#, "steps[0] needs function and event"),
        (#"{"steps": [{"function": "F"}]}"#, "steps[0] needs function and event"),
        (#"{"steps": [{"function": "F", "event": {}, "calls": []}]}"#, "unknown member calls"),
        (#"{"steps": [{"function": "F", "event": {}}]}"#, "variables of F are missing"),
        (
            #"{"variables": {"F": {}}, "steps": [{"function": "F", "event": {}}]}"#,
            "exactly one of response, httpResponse, error and startError is expected"
        ),
        (
            #"{"variables": {"F": {"A": 1}}, "steps": [{"function": "F", "event": {}, "response": {}}]}"#,
            "variable A is a string or null"
        ),
    ]

    @Test("is refused if it is malformed", arguments: malformed)
    func refused(text: String, fault: String) throws {
        let path = try fixture.write(text, to: "sign-in.json")
        #expect(throws: ReplayError.malformed(file: path, fault: fault)) { _ = try SignInFile(path) }
    }
}
