import AuthChallenge
import CognitoTriggers
import JSON
import LambdaRuntime
import SignInRules
import TriggerTestSupport

/// What the triggers do with an event.
extension World {
    /// What Define wants.
    enum Decision: String {
        case tokens, password, challenge, failure
    }

    /// A fault of the model itself, which no walk gets past.
    struct Unusable: Error {}

    /// Define's decision on a session. The same event must give the same bytes again.
    func decide(_ account: Account, _ rows: [ChallengeResult]) throws -> Decision {
        let invocation = try Self.invocation(account.event(.define).session(rows))
        let reply = try define(invocation, log)
        guard try define(invocation, log).body == reply.body else { throw Unusable() }
        let response = try Self.response(reply)
        let tokens = response["issueTokens"]?.bool == true
        let failure = response["failAuthentication"]?.bool == true
        let name = response["challengeName"]?.string
        switch (tokens, failure, name) {
        case (true, false, nil): return .tokens
        case (false, true, nil): return .failure
        case (false, false, "CUSTOM_CHALLENGE"): return .challenge
        case (false, false, "PASSWORD_VERIFIER"): return .password
        default: throw Unusable()
        }
    }

    /// Create's challenge; nil if Create fails.
    func challenge(_ invocation: Invocation) throws -> Challenge? {
        guard let reply = try? create(invocation, log) else { return nil }
        let response = try Self.response(reply)
        guard let metadata = response["challengeMetadata"]?.string else { throw Unusable() }
        return Challenge(
            publicParameters: try Self.strings(response["publicChallengeParameters"]),
            privateParameters: try Self.strings(response["privateChallengeParameters"]), metadata: metadata)
    }

    /// Verify's verdict; nil if Verify fails.
    func judge(_ invocation: Invocation) throws -> Bool? {
        guard let reply = try? verify(invocation, log) else { return nil }
        guard let verdict = try Self.response(reply)["answerCorrect"]?.bool else { throw Unusable() }
        return verdict
    }

    /// An event as the Runtime API hands it out.
    static func invocation(_ event: EventBuilder) throws -> Invocation {
        guard let invocation = event.invocation else { throw Unusable() }
        return invocation
    }

    private static func response(_ reply: Reply) throws -> JSONValue {
        guard let response = try JSONValue(parsing: reply.body)["response"] else { throw Unusable() }
        return response
    }

    private static func strings(_ object: JSONValue?) throws -> [String: String] {
        var strings: [String: String] = [:]
        for (name, value) in object?.members ?? [] {
            guard let text = value.string else { throw Unusable() }
            strings[name] = text
        }
        return strings
    }
}
