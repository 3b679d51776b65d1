/// The event of the Pre Token Generation trigger, of any version: tokens are about to be issued.
package struct PreTokenGenerationEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent

    /// Whether the tokens are for a user who has just set the new password that Cognito demanded.
    package var isForNewPassword: Bool { common.triggerSource == "TokenGeneration_NewPasswordChallenge" }

    /// Reads the event.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .preTokenGeneration)
    }

    /// The reply that leaves the tokens as Cognito would issue them.
    package func replyUnchanged() -> [UInt8] { common.reply([]) }
}
