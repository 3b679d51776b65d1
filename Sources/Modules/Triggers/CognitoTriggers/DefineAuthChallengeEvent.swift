/// The event of the Define Auth Challenge trigger: what happened so far, and the question what comes next.
package struct DefineAuthChallengeEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent
    /// The user who signs in.
    package let user: TriggerUser
    /// The rounds so far.
    package let session: [ChallengeResult]

    /// Reads the event.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .defineAuthChallenge)
        user = try TriggerUser(common.request)
        session = try ChallengeResult.rows(of: common.request)
    }

    /// The ways on.
    package enum Decision: Equatable, Sendable {
        /// The user is who they say: Cognito issues its tokens.
        case issueTokens
        /// The sign-in is over.
        case failAuthentication
        /// Another custom challenge.
        case customChallenge
        /// The password, after a start with SRP.
        case passwordVerifier

        fileprivate var challengeName: String? {
            switch self {
            case .issueTokens, .failAuthentication: nil
            case .customChallenge: ChallengeResult.customChallenge
            case .passwordVerifier: ChallengeResult.passwordVerifier
            }
        }
    }

    /// The reply with that decision and no other.
    package func reply(_ decision: Decision) -> [UInt8] {
        common.reply([
            ("challengeName", decision.challengeName.map { .string($0) } ?? .absent),
            ("issueTokens", .bool(decision == .issueTokens)),
            ("failAuthentication", .bool(decision == .failAuthentication)),
        ])
    }
}
