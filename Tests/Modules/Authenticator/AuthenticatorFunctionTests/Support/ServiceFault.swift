import TestSupport

/// What goes wrong with a call of a table or of the mail service.
enum ServiceFault: String, CaseIterable {
    /// The connection ends, and nothing is done.
    case isOut
    /// The service fails, and nothing is done.
    case fails
    /// The service refuses, and nothing is done.
    case refuses
    /// The service says that it is overloaded, and nothing is done.
    case throttles
    /// There is no answer, and nothing is done.
    case isSilent
    /// It is done, and the connection ends before the answer.
    case losesAnswer
    /// It is done, and there is no answer.
    case keepsAnswer

    /// Whether the service does what it is asked.
    var isDone: Bool { self == .losesAnswer || self == .keepsAnswer }

    /// The status by which `ClockedTransport` knows that a service does not answer.
    static let silence = 599

    /// What the caller gets.
    var answer: ScriptedAnswer {
        func refusal(_ status: Int, _ type: String) -> ScriptedAnswer {
            .answer(status, body: Array(#"{"__type":"com.amazonaws#\#(type)"}"#.utf8))
        }
        return switch self {
        case .isOut, .losesAnswer: .closed
        case .fails: refusal(500, "InternalServerError")
        case .refuses: refusal(400, "AccessDeniedException")
        case .throttles: refusal(400, "ProvisionedThroughputExceededException")
        case .isSilent, .keepsAnswer: .answer(Self.silence)
        }
    }
}
