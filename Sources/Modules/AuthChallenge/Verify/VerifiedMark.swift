internal import AWS
internal import CognitoTriggers
internal import FunctionServices
internal import LambdaRuntime
internal import SignInRules

/// Marks an address as verified in Cognito once a code sent to it has come back (`MARK_EMAIL_VERIFIED`): custom
/// authentication never does so by itself.
struct VerifiedMark {
    private let aws: AWSClient

    /// Nil if the setting is off.
    init?(_ services: Services) throws(FunctionError) {
        let variable = "MARK_EMAIL_VERIFIED"
        guard try services.settings.flag(variable) else { return nil }
        guard let aws = services.aws else { throw .configuration(variable, "needs AWS credentials in the environment") }
        self.aws = aws
    }

    /// Sets the mark unless it is set. A failure is logged and does not fail the sign-in, which is proven already.
    func set(for round: Round, in event: TriggerEvent) {
        guard let account = round.account, let email = account.email, !account.isEmailVerified else { return }
        do throws(AWSError) {
            try aws.markEmailVerified(
                email, userName: event.userName, userPoolID: event.userPoolID, region: event.region,
                by: round.deadline)
        } catch {
            round.log(.warn, "the address could not be marked as verified: \(error)")
        }
    }
}
