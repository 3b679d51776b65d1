private import JSON

/// The event of the Pre Sign-up trigger: an account is about to be made.
package struct PreSignUpEvent: Sendable {
    /// The envelope.
    package let common: TriggerEvent

    /// Whether the user signs up; false if an administrator or an identity provider makes the account.
    package var isSelfSignUp: Bool { common.triggerSource == "PreSignUp_SignUp" }

    /// Whether an administrator makes the account.
    package var isMadeByAdministrator: Bool { common.triggerSource == "PreSignUp_AdminCreateUser" }

    /// An attribute that the account is to have; nil when it is null, absent or empty.
    package func userAttribute(_ name: String) throws(TriggerError) -> String? {
        try common.request.object("userAttributes", in: "request")?.optional(name, in: "request.userAttributes")
    }

    /// What the app has sent with its call under a name; nil when it is null, absent or empty.
    package func clientMetadata(_ name: String) throws(TriggerError) -> String? {
        try common.request.object("clientMetadata", in: "request")?.optional(name, in: "request.clientMetadata")
    }

    /// Reads the event.
    package init(parsing bytes: [UInt8]) throws(TriggerError) {
        common = try TriggerEvent(parsing: bytes, as: .preSignUp)
    }

    /// The reply that confirms the account. It never marks an address verified: none has been proven yet.
    package func replyConfirmingUser() -> [UInt8] { common.reply([("autoConfirmUser", .bool(true))]) }

    /// The reply that leaves everything to Cognito.
    package func replyUnchanged() -> [UInt8] { common.reply([]) }
}

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
