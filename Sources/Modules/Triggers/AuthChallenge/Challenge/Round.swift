package import CognitoTriggers
package import HTTP
internal import JSON
package import LambdaRuntime

/// One round of a sign-in: who signs in, and how much time is left.
package struct Round {
    /// The round's number among those of its step, from 1. A session passes a step once, so number and method name one
    /// round of it.
    package let number: Int
    /// The rounds before it, with Create's notes on them. Empty in Verify, because Cognito does not pass the session to
    /// it.
    package let session: [ChallengeResult]
    /// The user; nil if Cognito does not know the user. The caller must not notice that.
    package let account: Account?
    /// The pool's name for the user; for an unknown user what the caller typed.
    package let userName: String
    /// The user pool's id.
    package let userPoolID: String
    /// The app client.
    package let clientID: String?
    /// All of the user's attributes in Cognito; nil for an unknown user.
    let userAttributes: JSONValue?
    /// When the work on the round must have ended.
    package let deadline: Deadline
    /// For lines about this round.
    package let log: Log

    /// A user that Cognito knows.
    package struct Account: Equatable, Sendable {
        /// The user's immutable id.
        package let sub: String
        /// The user's email address as Cognito has it now.
        package let email: String?
        /// Whether Cognito counts the address as verified.
        package let isEmailVerified: Bool
        /// The user's language and region as the user wrote them; nil when there is none.
        package let locale: String?
    }
}

extension Round {
    /// The round that an event of Create or Verify belongs to.
    /// - Parameters:
    ///   - number: the round's number among those of its step, from 1.
    ///   - session: the rounds before it; empty in Verify.
    init(
        number: Int, session: [ChallengeResult], event: TriggerEvent, user: TriggerUser, deadline: Deadline, log: Log
    ) {
        self.number = number
        self.session = session
        // Nobody can prove that they are a user without a `sub`, so such a user is treated like an unknown one.
        account =
            user.isNotFound
            ? nil
            : user.sub.map {
                Account(
                    sub: $0, email: user.email, isEmailVerified: user.isEmailVerified, locale: user.locale)
            }
        userName = event.userName
        userPoolID = event.userPoolID
        clientID = event.clientID
        userAttributes = user.isNotFound ? nil : event.request["userAttributes"]
        self.deadline = deadline
        self.log = log
    }
}
