import AuthChallenge
import JSON
import LambdaRuntime
import Testing
import TriggerTestSupport

/// A round of a sign-in at the user pool, which processes of Create and Verify serve.
struct AnsweredRound {
    /// The private parameters by which Verify judges answers.
    let parameters: [String: String]

    /// The options for a passkey that the app gets with the challenge, as it gets them.
    let passkeyOptions: String?

    /// Has Create make the first round of a new session.
    init(_ deployment: Deployment, _ change: (EventBuilder) -> EventBuilder = { $0 }) throws {
        let create = try CreateTrigger(deployment.services(), deployment.recorder.log)
        let reply = try create(#require(change(.create).invocation), deployment.recorder.log)
        let response = try JSONValue(parsing: reply.body)["response"]
        let members = response?["privateChallengeParameters"]?.members ?? []
        parameters = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.string ?? "") })
        passkeyOptions = response?["publicChallengeParameters"]?["passkeyOptions"]?.string
    }

    /// What a new process of Verify makes of an answer: its outcome, in one word.
    func verify(
        _ answer: String, _ deployment: Deployment, _ change: (EventBuilder) -> EventBuilder = { $0 }
    ) throws -> String {
        let verify = try VerifyTrigger(deployment.services(), deployment.recorder.log)
        let event = change(EventBuilder.verify.privateParameters(parameters).answer(answer))
        let reply = try verify(#require(event.invocation), deployment.recorder.log)
        let isRight = try JSONValue(parsing: reply.body)["response"]?["answerCorrect"]?.bool
        #expect(isRight == .some(reply.outcome == "right"))
        deployment.clock.tick()
        return reply.outcome
    }
}
