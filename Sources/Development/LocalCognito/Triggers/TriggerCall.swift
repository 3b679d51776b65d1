internal import JSON
private import RuntimeAPIHost

/// A trigger's event, ready to be sent.
package struct TriggerCall: Equatable, Sendable {
    /// Which trigger.
    package let trigger: PoolTrigger
    /// The event.
    package let event: [UInt8]
    /// The members of `response` that the trigger's function may set.
    let responseMembers: [String]
}

/// The pool, the client and the user that a trigger's event is about.
package struct TriggerContext: Equatable, Sendable {
    /// The pool.
    package var settings: PoolSettings
    /// The app client; nil for an administrator's operation, which has no client.
    package var clientID: String?
    /// The pool's name for the user; for an unknown user, the name that the caller gave.
    package var username: String
    /// The user's attributes; nil for an unknown user.
    package var attributes: UserAttributes?
    /// The caller's metadata, if the event passes it on. An event does not show empty metadata.
    package var clientMetadata: [String: String] = [:]
    /// The caller's data that only Pre Sign-up sees.
    package var validationData: [String: String] = [:]

    /// The context of a user's events.
    package init(
        settings: PoolSettings, clientID: String?, username: String, attributes: UserAttributes?,
        clientMetadata: [String: String] = [:], validationData: [String: String] = [:]
    ) {
        self.settings = settings
        self.clientID = clientID
        self.username = username
        self.attributes = attributes
        self.clientMetadata = clientMetadata
        self.validationData = validationData
    }
}

extension TriggerContext {
    /// The event of Define Auth Challenge.
    func define(after rows: [ChallengeRow]) -> TriggerCall {
        let decisions = ["challengeName", "issueTokens", "failAuthentication"]
        return call(.defineAuthChallenge, source: "DefineAuthChallenge_Authentication", response: decisions) {
            request in
            writeAttributes(to: &request)
            request.member("session", array: rows.map(\.eventJSON))
            writeMetadata(to: &request)
        }
    }

    /// The event of Create Auth Challenge.
    func create(_ challengeName: String, after rows: [ChallengeRow]) -> TriggerCall {
        let challenge = ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"]
        return call(.createAuthChallenge, source: "CreateAuthChallenge_Authentication", response: challenge) {
            request in
            writeAttributes(to: &request)
            request.member("challengeName", challengeName)
            request.member("session", array: rows.map(\.eventJSON))
            writeMetadata(to: &request)
        }
    }

    /// The event of Verify Auth Challenge Response.
    func verify(_ answer: String, privateParameters: [String: String]) -> TriggerCall {
        call(
            .verifyAuthChallengeResponse, source: "VerifyAuthChallengeResponse_Authentication",
            response: ["answerCorrect"]
        ) { request in
            writeAttributes(to: &request)
            request.member("privateChallengeParameters", privateParameters)
            request.member("challengeAnswer", answer)
            writeMetadata(to: &request)
        }
    }

    /// The event of Pre Sign-up.
    ///
    /// - Parameter source: `PreSignUp_SignUp` or `PreSignUp_AdminCreateUser`.
    func preSignUp(_ source: String) -> TriggerCall {
        let decisions = ["autoConfirmUser", "autoVerifyEmail", "autoVerifyPhone"]
        return call(.preSignUp, source: source, response: decisions, initial: "false") { request in
            writeAttributes(to: &request)
            if validationData.isEmpty {
                request.null("validationData")
            } else {
                request.member("validationData", validationData)
            }
            writeMetadata(to: &request)
        }
    }

    /// The event of Pre Token Generation.
    func preTokenGeneration(_ occasion: TokenOccasion) -> TriggerCall {
        call(.preTokenGeneration, source: occasion.rawValue, response: ["claimsOverrideDetails"]) { request in
            writeAttributes(to: &request)
            // The pool has no groups.
            request.member("groupConfiguration") { groups in
                groups.member("groupsToOverride", array: [])
                groups.member("iamRolesToOverride", array: [])
                groups.null("preferredRole")
            }
            writeMetadata(to: &request)
        }
    }

    /// An event.
    ///
    /// - Parameters:
    ///   - members: the members of `response` that the function may set.
    ///   - initial: the value that each of these members has in the event.
    private func call(
        _ trigger: PoolTrigger, source: String, response members: [String], initial: String = "null",
        _ body: (inout JSONWriter) -> Void
    ) -> TriggerCall {
        let event = TriggerEvent.bytes(
            source, region: settings.region, userPoolID: settings.id, userName: username,
            clientID: clientID, response: members, initial: initial, request: body)
        return TriggerCall(trigger: trigger, event: event, responseMembers: members)
    }

    private func writeAttributes(to request: inout JSONWriter) {
        request.member("userAttributes", attributes ?? UserAttributes())
    }

    /// Writes the caller's metadata, and the mark of an unknown user.
    private func writeMetadata(to request: inout JSONWriter) {
        if !clientMetadata.isEmpty { request.member("clientMetadata", clientMetadata) }
        if attributes == nil { request.member("userNotFound", true) }
    }
}

/// The occasion on which tokens are issued (`triggerSource` of Pre Token Generation).
enum TokenOccasion: String, Sendable {
    case authentication = "TokenGeneration_Authentication"
    /// A new password has replaced a temporary one. No trigger of custom authentication was asked.
    case newPassword = "TokenGeneration_NewPasswordChallenge"
    case refresh = "TokenGeneration_RefreshTokens"
}

extension ChallengeRow {
    fileprivate var eventJSON: [UInt8] {
        JSONWriter.object { row in
            row.member("challengeName", name)
            row.member("challengeResult", result)
            if let metadata { row.member("challengeMetadata", metadata) } else { row.null("challengeMetadata") }
        }
    }
}
