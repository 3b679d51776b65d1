#if os(Linux)
import Replay
import SandboxTestSupport
import Testing
import Trials

@Suite("A soak")
struct SoakRunTests {
    /// Soaks Define under one environment.
    private static func run(_ bootstraps: String, events: Int) async throws -> SoakResult {
        let subjects = try SoakSubject.all(sampleEvents()).filter { $0.title == "DefineAuthChallenge, plain" }
        let run = try SoakRun(bootstraps: bootstraps, subjects: subjects, events: events, seed: 1)
        let results = try await run.run { _ in }
        return try #require(results.count == 1 ? results.first : nil)
    }

    @Test("the function decides every event as its case expects, and keeps nothing of it")
    func functionKeepsNothing() async throws {
        let result = try await Self.run(BuiltFunctions.folder(), events: 300)
        #expect(result.events == 300)
        #expect(result.deviations(judgesTime: false) == [])
        #expect(result.tenths.allSatisfy { $0.memory > 1_000_000 && $0.openFiles >= 3 && $0.median > .zero })
    }

    @Test("a function that keeps memory and files of each event, and decides nothing, is noticed")
    func keepingFunctionIsNoticed() async throws {
        let script = "exec /usr/bin/env python3 - <<'PYTHON'\n\(Self.keeper)\nPYTHON"
        let deviations = try await withScript(script, as: "DefineAuthChallenge") { folder in
            try await Self.run(folder, events: 100).deviations(judgesTime: false)
        }
        #expect(deviations.count == 3)
        #expect(deviations.first?.hasPrefix("memory grew from ") == true)
        #expect(deviations.dropFirst().first?.hasPrefix("open files grew from ") == true)
        #expect(deviations.last?.contains(" wrong decisions, such as DefineAuthChallenge/") == true)
    }

    /// A function that keeps 100 KB and a file of each event, and answers with the event.
    private static let keeper = """
        import http.client, os
        api = http.client.HTTPConnection(os.environ["AWS_LAMBDA_RUNTIME_API"])
        kept = []
        while True:
            api.request("GET", "/2018-06-01/runtime/invocation/next")
            answer = api.getresponse()
            event, request = answer.read(), answer.getheader("Lambda-Runtime-Aws-Request-Id")
            kept.append((os.urandom(100_000), open("/dev/null")))
            api.request("POST", f"/2018-06-01/runtime/invocation/{request}/response", event)
            api.getresponse().read()
        """

    @Test("each function gets all events that share a process")
    func subjectsAreComplete() throws {
        let subjects = try SoakSubject.all(sampleEvents())
        let functions = Set(subjects.map(\.function))
        #expect(
            functions == [
                "AddAuthenticator", "Authenticator", "CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp",
                "PreTokenGeneration", "VerifyAuthChallenge",
            ])
        #expect(subjects.map(\.cases.count).reduce(0, +) > 300)
        #expect(subjects.allSatisfy { subject in subject.cases.allSatisfy { $0.function == subject.function } })
    }

    @Test("too few events, or none at all, are refused")
    func fewEventsAreRefused() throws {
        let subjects = try SoakSubject.all(sampleEvents(), of: "DefineAuthChallenge")
        for subjects in [subjects, []] {
            #expect(throws: TrialError.self) { try SoakRun(bootstraps: "", subjects: subjects, events: 10, seed: 1) }
        }
    }
}
#endif
