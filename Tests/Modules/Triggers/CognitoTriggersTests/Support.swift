import CognitoTriggers

/// An event as text, in which a test can replace one part. Its spacing is one that this product never writes, so that a
/// test sees whether bytes stay as they were.
struct EventText {
    var source: String
    var request: String
    var response = ""
    var callerContext = #""callerContext" : {"awsSdkVersion":"aws-sdk-unknown-unknown", "clientId":"client-1"}, "#
    var userPoolID = #""userPoolId":"eu-west-1_AbCdEf123""#
    var userName = #""userName": "7d1f4c0e""#
    var tail = ""

    /// An ordinary event of a reader's trigger.
    init(_ reader: Reader) {
        switch reader {
        case .define:
            source = "DefineAuthChallenge_Authentication"
            request = #"{"userAttributes":{"sub":"7d1f4c0e"},"session":[]}"#
        case .create:
            source = "CreateAuthChallenge_Authentication"
            request = #"{"userAttributes":{"sub":"7d1f4c0e"},"challengeName":"CUSTOM_CHALLENGE","session":[]}"#
        case .verify:
            source = "VerifyAuthChallengeResponse_Authentication"
            request =
                #"{"userAttributes":{"sub":"7d1f4c0e"},"privateChallengeParameters":{"h":"x"},"challengeAnswer":"1"}"#
        case .preSignUp:
            source = "PreSignUp_SignUp"
            request = #"{"userAttributes":{"email":"ana@example.test"},"validationData":null}"#
        case .preTokenGeneration:
            source = "TokenGeneration_Authentication"
            request = #"{"userAttributes":{"sub":"7d1f4c0e"},"groupConfiguration":{"groupsToOverride":[]}}"#
        }
    }

    /// The same with one part changed.
    func with<Value>(_ part: WritableKeyPath<EventText, Value>, _ value: Value) -> EventText {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }

    var bytes: [UInt8] { Array(text.utf8) }

    var text: String {
        let response = response.isEmpty ? "" : #", "response" : "# + response
        return #"""
            { "version":"1" , "region":"eu-west-1",\#(userPoolID) , \#(userName),
              \#(callerContext)"triggerSource":"\#(source)", "n":[1000.0, 1E3, -0.0,2.50],
              "request": \#(request)\#(response)\#(tail) }
            """#
    }
}

/// The readers of the triggers, so that a test can try an event with each.
enum Reader: String, CaseIterable, Sendable {
    case define, create, verify, preSignUp, preTokenGeneration

    /// The trigger that the reader names when it refuses another trigger's event.
    var trigger: Trigger {
        switch self {
        case .define: .defineAuthChallenge
        case .create: .createAuthChallenge
        case .verify: .verifyAuthChallenge
        case .preSignUp: .preSignUp
        case .preTokenGeneration: .preTokenGeneration
        }
    }

    /// The readers whose reply sets something.
    static let answering = allCases.filter { $0 != .preTokenGeneration }

    /// Reads an event and returns its envelope.
    @discardableResult
    func read(_ bytes: [UInt8]) throws(TriggerError) -> TriggerEvent {
        switch self {
        case .define: try DefineAuthChallengeEvent(parsing: bytes).common
        case .create: try CreateAuthChallengeEvent(parsing: bytes).common
        case .verify: try VerifyAuthChallengeEvent(parsing: bytes).common
        case .preSignUp: try PreSignUpEvent(parsing: bytes).common
        case .preTokenGeneration: try PreTokenGenerationEvent(parsing: bytes).common
        }
    }

    /// The reader's first kind of reply to an event.
    func reply(_ bytes: [UInt8]) throws(TriggerError) -> [UInt8] {
        switch self {
        case .define: try DefineAuthChallengeEvent(parsing: bytes).reply(.customChallenge)
        case .create:
            try CreateAuthChallengeEvent(parsing: bytes)
                .reply(publicParameters: ["a": "1"], privateParameters: ["b": "2"], metadata: "m")
        case .verify: try VerifyAuthChallengeEvent(parsing: bytes).reply(answerCorrect: true)
        case .preSignUp: try PreSignUpEvent(parsing: bytes).replyConfirmingUser()
        case .preTokenGeneration: try PreTokenGenerationEvent(parsing: bytes).replyUnchanged()
        }
    }

    /// What `reply(_:)` makes of an event without a response.
    var response: String {
        switch self {
        case .define: #"{"challengeName":"CUSTOM_CHALLENGE","issueTokens":false,"failAuthentication":false}"#
        case .create:
            #"{"publicChallengeParameters":{"a":"1"},"privateChallengeParameters":{"b":"2"},"challengeMetadata":"m"}"#
        case .verify: #"{"answerCorrect":true}"#
        case .preSignUp: #"{"autoConfirmUser":true}"#
        case .preTokenGeneration: "{}"
        }
    }
}
