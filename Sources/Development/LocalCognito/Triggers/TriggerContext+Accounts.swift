internal import JSON

/// The events of the triggers that run before and after custom authentication.
extension TriggerContext {
    /// The event of Post Confirmation.
    func postConfirmation(_ source: ConfirmationSource) -> TriggerCall {
        call(.postConfirmation, source: source.rawValue, response: []) { request in
            writeAttributes(to: &request)
            writeMetadata(to: &request)
        }
    }

    /// The event of Pre Authentication.
    func preAuthentication() -> TriggerCall {
        call(.preAuthentication, source: "PreAuthentication_Authentication", response: []) { request in
            writeAttributes(to: &request)
            writeValidationData(to: &request)
            writeMetadata(to: &request)
        }
    }

    /// The event of Post Authentication.
    func postAuthentication() -> TriggerCall {
        call(.postAuthentication, source: "PostAuthentication_Authentication", response: []) { request in
            writeAttributes(to: &request)
            // The pool remembers no devices.
            request.member("newDeviceUsed", false)
            writeMetadata(to: &request)
        }
    }

    /// The event of Pre Token Generation, in the version that the pool's settings choose.
    func preTokenGeneration(_ occasion: TokenOccasion) -> TriggerCall {
        let version = settings.preTokenGeneration
        return call(
            .preTokenGeneration, source: occasion.rawValue, version: version.eventVersion,
            response: [version.responseMember]
        ) { request in
            writeAttributes(to: &request)
            // The pool has no groups.
            request.member("groupConfiguration") { groups in
                groups.member("groupsToOverride", array: [])
                groups.member("iamRolesToOverride", array: [])
                groups.null("preferredRole")
            }
            if version == .v2 { request.member("scopes", [AppClient.ownAccountScope]) }
            writeMetadata(to: &request)
        }
    }
}

/// What was confirmed (`triggerSource` of Post Confirmation).
enum ConfirmationSource: String, Sendable {
    case signUp = "PostConfirmation_ConfirmSignUp"
    /// A user who had forgotten the password has set a new one.
    case forgotPassword = "PostConfirmation_ConfirmForgotPassword"
}

/// The occasion on which tokens are issued (`triggerSource` of Pre Token Generation).
enum TokenOccasion: String, Sendable {
    case authentication = "TokenGeneration_Authentication"
    /// A new password has replaced a temporary one. No trigger of custom authentication was asked.
    case newPassword = "TokenGeneration_NewPasswordChallenge"
    case refresh = "TokenGeneration_RefreshTokens"
}
