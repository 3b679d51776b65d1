internal import JSON

/// The events of the triggers that stand before and after custom authentication.
extension TriggerContext {
    /// The event of Post Confirmation.
    func postConfirmation() -> TriggerCall {
        call(.postConfirmation, "PostConfirmation_ConfirmSignUp", response: []) { request in
            writeAttributes(to: &request)
            writeRest(to: &request)
        }
    }

    /// The event of Pre Authentication.
    func preAuthentication() -> TriggerCall {
        call(.preAuthentication, "PreAuthentication_Authentication", response: []) { request in
            writeAttributes(to: &request)
            writeValidationData(to: &request)
            writeRest(to: &request)
        }
    }

    /// The event of Post Authentication.
    func postAuthentication() -> TriggerCall {
        call(.postAuthentication, "PostAuthentication_Authentication", response: []) { request in
            writeAttributes(to: &request)
            request.member("newDeviceUsed", false)
            writeRest(to: &request)
        }
    }

    /// The event of Pre Token Generation, in the version that the pool is set to.
    func preTokenGeneration(_ occasion: TokenOccasion) -> TriggerCall {
        let version = settings.preTokenGeneration
        return call(
            .preTokenGeneration, occasion.rawValue, version: version.eventVersion, response: [version.responseMember]
        ) { request in
            writeAttributes(to: &request)
            // The pool has no groups.
            request.member("groupConfiguration") { groups in
                groups.member("groupsToOverride", array: [])
                groups.member("iamRolesToOverride", array: [])
                groups.null("preferredRole")
            }
            if version == .v2 { request.member("scopes", [AppClient.ownAccountScope]) }
            writeRest(to: &request)
        }
    }
}
