import AuthChallenge
import AuthenticatorFunction
import CognitoTriggers
import FunctionServices
import JSON
import LambdaRuntime
import SignInRules
import SoftwarePasskey
import StandIns
import Testing
import TriggerTestSupport

/// A deployment whose app goes through whole journeys: the user pool's triggers and the authenticator, with every call
/// counted.
final class CountedDeployment {
    let deployment: Deployment
    private(set) var counter = CostCounter()
    private let define: DefineTrigger
    private let create: CreateTrigger
    private let verify: VerifyTrigger
    private let preSignUp: PreSignUpTrigger
    private let authenticator: AuthenticatorFunction

    /// How many calls the services had when counting began.
    private var (calls, mails) = (0, 0)

    init() throws {
        deployment = try Deployment()
        let services = { [deployment] () throws in try deployment.services() }
        let log = deployment.recorder.log
        define = try DefineTrigger(services().settings)
        create = try CreateTrigger(services(), log)
        verify = try VerifyTrigger(services(), log)
        preSignUp = try PreSignUpTrigger(services())
        authenticator = try AuthenticatorFunction(services(), log)
    }

    /// Begins to count anew.
    func reset() {
        counter = CostCounter()
        calls = deployment.cloud.calls.count
        mails = deployment.cloud.mails.count
        verifyTableCalls = 0
        (codeCalls, codeTableCalls) = (0, 0)
    }

    /// What has been counted.
    var cost: JourneyCost {
        let services = deployment.cloud.calls.dropFirst(calls)
        return JourneyCost(
            triggers: counter.calls.filter { $0 != "Authenticator" },
            authenticatorCalls: counter.calls.count { $0 == "Authenticator" },
            codeCalls: codeCalls, codeTableCalls: codeTableCalls, verifyTableCalls: verifyTableCalls,
            tableCalls: services.count { $0.operation != "SendEmail" },
            readUnits: services.reduce(0) { $0 + $1.readUnits }, writeUnits: services.reduce(0) { $0 + $1.writeUnits },
            mails: deployment.cloud.mails.count - mails,
            answerBytes: counter.answerBytes,
            tableBytes: services.filter { $0.operation != "SendEmail" }.reduce(0) { $0 + $1.bytes },
            logBytes: counter.logBytes)
    }

    private var verifyTableCalls = 0
    private var (codeCalls, codeTableCalls) = (0, 0)

    /// A call of the authenticator.
    func ask(_ event: FrontDoorEvent) -> FunctionAnswer {
        let before = (calls: deployment.cloud.calls.count, mails: deployment.cloud.mails.count)
        let answer = FunctionAnswer(
            counter.call("Authenticator", event.bytes) { [authenticator] (invocation, log) throws(FunctionError) in
                authenticator(invocation, log)
            })
        if deployment.cloud.mails.dropFirst(before.mails).contains(where: { $0.code != nil }) {
            codeCalls += 1
            codeTableCalls += deployment.cloud.calls.dropFirst(before.calls).count { $0.operation != "SendEmail" }
        }
        return answer
    }

    func signUp() throws {
        let answer = counter.call("PreSignUp", EventBuilder.preSignUp.bytes) {
            [preSignUp] (invocation, log) throws(FunctionError) in try preSignUp(invocation, log)
        }
        #expect(try JSONValue(parsing: answer)["response"] != nil)
    }

    /// A sign-in at the user pool: Define and Create, what the app then does with the token, Verify and Define.
    func signIn(_ answer: (_ token: String) throws -> String) throws {
        try expectDefine([], "CUSTOM_CHALLENGE")
        let created = try response("CreateAuthChallenge", .create) {
            [create] (invocation, log) throws(FunctionError) in try create(invocation, log)
        }
        let parameters = created["privateChallengeParameters"]?.members ?? []
        let result = try answer(created["publicChallengeParameters"]?["token"]?.string ?? "")
        let before = deployment.cloud.calls.count
        let event = EventBuilder.verify.answer(result)
            .privateParameters(
                Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.value.string ?? "") }))
        let verified = try response("VerifyAuthChallenge", event) {
            [verify] (invocation, log) throws(FunctionError) in try verify(invocation, log)
        }
        verifyTableCalls = deployment.cloud.calls.count - before
        #expect(verified["answerCorrect"]?.bool == true)
        let row = ChallengeResult(
            challengeName: "CUSTOM_CHALLENGE", challengeResult: true,
            challengeMetadata: created["challengeMetadata"]?.string)
        try expectDefine([row], nil)
    }

    private func expectDefine(_ session: [ChallengeResult], _ challenge: String?) throws {
        let defined = try response("DefineAuthChallenge", EventBuilder.define.session(session)) {
            [define] (invocation, log) throws(FunctionError) in try define(invocation, log)
        }
        #expect(defined["challengeName"]?.string == challenge)
        #expect(defined["issueTokens"]?.bool == (challenge == nil))
    }

    private func response(
        _ function: String, _ event: EventBuilder, _ handler: RuntimeLoop.Handler
    ) throws -> JSONValue {
        try #require(JSONValue(parsing: counter.call(function, event.bytes, handler))["response"])
    }
}
