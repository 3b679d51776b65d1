internal import CognitoTriggers
internal import HTTP
private import JSON
internal import LambdaRuntime

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
