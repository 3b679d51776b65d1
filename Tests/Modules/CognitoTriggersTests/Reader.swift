import CognitoTriggers

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
