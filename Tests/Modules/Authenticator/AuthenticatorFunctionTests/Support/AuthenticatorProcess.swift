import AuditLog
import AuthenticatorFunction
import HTTP
import JSON
import LambdaRuntime
import Testing
import TriggerTestSupport

/// A process of the authenticator, with connections of its own.
final class AuthenticatorProcess {
    let deployment: Deployment
    private let function: AuthenticatorFunction
    /// How long Lambda lets an invocation run, in milliseconds; nil for as long as the function takes.
    var timeLimit: Int64?
    /// What the audit log says about the last answer.
    private(set) var audit: [AuditLine] = []
    /// What the line of metrics says about the last answer.
    private(set) var metrics = (outcome: "", method: "")

    init(_ function: AuthenticatorFunction, _ deployment: Deployment) {
        self.function = function
        self.deployment = deployment
    }

    /// Has an event answered.
    func answer(_ event: FrontDoorEvent) throws -> FunctionAnswer {
        let deadline = timeLimit.map { "Lambda-Runtime-Deadline-Ms: \(deployment.clock.now + $0)\r\n" } ?? ""
        let invocation = try #require(
            Invocation(
                HTTPResponse(
                    status: 200, headerLines: Array("Lambda-Runtime-Aws-Request-Id: invocation\r\n\(deadline)".utf8),
                    body: event.bytes)))
        let reply = function(invocation, deployment.recorder.log)
        audit = reply.audit
        metrics = (reply.outcome, reply.method)
        let answer = FunctionAnswer(reply.body)
        deployment.clock.tick()
        deployment.hide(answer.token, answer["challengeId"]?.string ?? "")
        return answer
    }

    /// Sends a request of its own.
    func send(
        _ method: String, _ path: String, _ sender: FrontDoorEvent.Sender, _ body: String = ""
    ) throws -> FunctionAnswer {
        try answer(FrontDoorEvent(method, path, sender, body))
    }
}
