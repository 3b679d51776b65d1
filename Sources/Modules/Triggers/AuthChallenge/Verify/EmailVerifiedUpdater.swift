internal import AWS
internal import CognitoTriggers
internal import LambdaRuntime

/// Marks an address as verified in Cognito once a code sent to it has come back: custom authentication never does so by
/// itself.
struct EmailVerifiedUpdater {
    let aws: AWSClient

    /// Marks a user's address unless it is marked. A failure is logged and does not fail the sign-in, which is proven
    /// already.
    func update(for round: Round, in event: TriggerEvent) {
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
