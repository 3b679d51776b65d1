internal import CognitoTriggers
private import HTTP
private import JSON
internal import LambdaRuntime

extension Round {
    /// The round that an event of Create or Verify belongs to.
    init(
        _ number: Int, _ session: [ChallengeResult], _ event: TriggerEvent, _ user: TriggerUser,
        _ invocation: Invocation, _ services: Services, _ log: Log
    ) {
        self.number = number
        self.session = session
        // A user without a `sub` is no user one could prove to be: treated like an unknown one.
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
        deadline = services.deadline(of: invocation)
        self.log = log
    }
}
