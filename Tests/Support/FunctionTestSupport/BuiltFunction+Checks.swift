private import Replay
private import RuntimeAPIHost
private import TestSupport
private import Testing
package import TriggerTestSupport

extension BuiltFunction {
    /// Expects that the function decides each of its sample events as the file beside the event says.
    package func expectSampleDecisions() async throws {
        let outcomes = try await replaySampleEvents()
        #expect(!outcomes.isEmpty, "\(name) has no sample events")
        for outcome in outcomes {
            #expect(outcome.differences == [], "\(outcome.replayCase.title)")
        }
    }

    /// Expects that the executable is wired to its own trigger: it serves an event of that trigger, names itself in the
    /// metrics, and refuses the events of all other triggers.
    package func expectToServeOnly(_ own: EventBuilder) async throws {
        let (result, logLines) = try await invoke(own.bytes)
        guard case .reply = result else {
            Issue.record("\(name) does not serve its own trigger: \(result)")
            return
        }
        #expect(logLines.contains { $0.contains(#""Trigger":"\#(name)""#) }, "\(logLines)")
        let refusal = InvocationResult.functionError(
            FunctionFailure(type: "Function.WrongTrigger", message: "Sign-in is not possible right now"))
        let all: [EventBuilder] = [.define, .create, .verify, .preSignUp, .preTokenGeneration]
        let others = all.filter { $0.bytes != own.bytes }
        #expect(others.count == all.count - 1)
        for other in others { try await expect(invoke(other.bytes).result, equals: refusal) }
    }
}
