import AuthChallenge
import AuthenticatorFunction
import CognitoTriggers
import FunctionServices
import JSON
import LambdaRuntime
import SignInRules
import SignUp
import SoftwarePasskey
import StandIns
import Testing
import TriggerTestSupport

/// A deployment whose app goes through whole journeys: the user pool's triggers and the authenticator, with every call
/// counted.
final class CountedDeployment {
    let deployment: Deployment
    private(set) var counter = CostCounter()
    private let authsignal: AuthsignalTenant
    private let define: DefineTrigger
    private let create: CreateTrigger
    private let verify: VerifyTrigger
    private let preSignUp: PreSignUpTrigger
    private let authenticator: AuthenticatorFunction

    /// The calls of functions since counting began, and how many calls of services there were then.
    private var calls: [CountedCall] = []
    private var earlierServiceCalls = 0

    /// - Parameter flow: decides where codes and tokens come from.
    init(_ flow: CountedJourney.Flow) throws {
        let clock = MovableClock()
        authsignal = try AuthsignalTenant { clock.now }
        var settings: [String: String] = [:]
        switch flow {
        case .authenticator: break
        case .functionCodes: settings = ["SIGN_IN_FLOW": "EMAIL_OTP"]
        case .authsignal:
            settings = [
                "TOKEN_MODE": "authsignal", "USERS_TABLE": "", "AUTHSIGNAL_SECRET": "the secret of the tenant",
                "AUTHSIGNAL_URL": authsignal.url,
            ]
        }
        let deployment = try Deployment(clock: clock, settings: settings)
        self.deployment = deployment
        let services = { () throws in try deployment.services() }
        let log = deployment.recorder.log
        define = try DefineTrigger(services().settings)
        create = try CreateTrigger(services(), log)
        verify = try VerifyTrigger(services(), log)
        preSignUp = try PreSignUpTrigger(services())
        // It exists in its own flow only, and is not asked in the others.
        authenticator = try AuthenticatorFunction(
            flow == .authenticator ? services() : Deployment(clock: clock).services(), log)
    }

    /// Begins to count anew.
    func reset() {
        counter = CostCounter()
        calls = []
        earlierServiceCalls = deployment.cloud.calls.count
    }

    /// What has been counted.
    var cost: JourneyCost {
        let services = deployment.cloud.calls.dropFirst(earlierServiceCalls)
        return JourneyCost(
            calls: calls,
            readUnits: services.reduce(0) { $0 + $1.readUnits }, writeUnits: services.reduce(0) { $0 + $1.writeUnits },
            answerBytes: counter.answerBytes,
            tableBytes: services.filter { $0.operation != "SendEmail" }.reduce(0) { $0 + $1.bytes },
            logBytes: counter.logBytes)
    }

    /// Calls a function and counts the call.
    private func call(_ function: String, _ event: [UInt8], _ handler: RuntimeLoop.Handler) -> [UInt8] {
        let cloud = deployment.cloud
        let before = (calls: cloud.calls.count, mails: cloud.mails.count, authsignal: authsignal.calls)
        let answer = counter.call(function, event, handler)
        deployment.clock.tick()
        let mails = cloud.mails.dropFirst(before.mails)
        let authsignalCalls = authsignal.calls - before.authsignal
        calls.append(
            CountedCall(
                function: function,
                tableCalls: cloud.calls.dropFirst(before.calls).count { $0.operation != "SendEmail" },
                authsignalCalls: authsignalCalls, mails: mails.count,
                waits: mails.contains { $0.code != nil } || function == "CreateAuthChallenge" && authsignalCalls > 0))
        return answer
    }

    /// A call of the authenticator.
    func ask(_ event: FrontDoorEvent) -> FunctionAnswer {
        FunctionAnswer(
            call("Authenticator", event.bytes) { [authenticator] (invocation, log) throws(FunctionError) in
                authenticator(invocation, log)
            })
    }

    func signUp() throws {
        let answer = call("PreSignUp", EventBuilder.preSignUp.bytes) {
            [preSignUp] (invocation, log) throws(FunctionError) in try preSignUp(invocation, log)
        }
        _ = try #require(try JSONValue(parsing: answer)["response"])
    }

    /// A sign-in at the user pool: Define and Create, what the app then does with the token, Verify and Define.
    func signIn(_ answer: (_ token: String) throws -> String) throws {
        try expectDefine([], "CUSTOM_CHALLENGE")
        let created = try response("CreateAuthChallenge", .create) {
            [create] (invocation, log) throws(FunctionError) in try create(invocation, log)
        }
        let parameters = created["privateChallengeParameters"]?.members ?? []
        let result = try answer(created["publicChallengeParameters"]?["token"]?.string ?? "")
        let event = EventBuilder.verify.answer(result)
            .privateParameters(
                Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.value.string ?? "") }))
        let verified = try response("VerifyAuthChallenge", event) {
            [verify] (invocation, log) throws(FunctionError) in try verify(invocation, log)
        }
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
        try #require(JSONValue(parsing: call(function, event.bytes, handler))["response"])
    }
}
