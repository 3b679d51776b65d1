internal import JSON

/// A trigger's event, ready to be sent.
package struct TriggerCall: Equatable, Sendable {
    /// Which trigger.
    package let trigger: PoolTrigger
    /// The event.
    package let event: [UInt8]
    /// The members of `response` that the trigger's function may set.
    let responseMembers: [String]
}

/// What a trigger's event says about pool, client and user.
package struct TriggerContext: Equatable, Sendable {
    /// The pool.
    package var settings: PoolSettings
    /// The app client; nil for an administrator's operation without one.
    package var clientID: String?
    /// The pool's name for the user; for an unknown user what the caller typed.
    package var username: String
    /// The user's attributes; nil for an unknown user.
    package var attributes: UserAttributes?
    /// The caller's metadata, where it is passed on; none and an empty one are the same.
    package var clientMetadata: [String: String] = [:]
    /// The caller's data that nothing but sign-up triggers see.
    package var validationData: [String: String] = [:]

    /// What is said about a user.
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
    func define(_ rows: [ChallengeRow]) -> TriggerCall {
        let decisions = ["challengeName", "issueTokens", "failAuthentication"]
        return call(.defineAuthChallenge, "DefineAuthChallenge_Authentication", response: decisions) { request in
            writeAttributes(to: &request)
            request.member("session", array: rows.map(\.eventJSON))
            writeRest(to: &request)
        }
    }

    /// The event of Create Auth Challenge.
    func create(_ challengeName: String, _ rows: [ChallengeRow]) -> TriggerCall {
        let challenge = ["publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"]
        return call(.createAuthChallenge, "CreateAuthChallenge_Authentication", response: challenge) { request in
            writeAttributes(to: &request)
            request.member("challengeName", challengeName)
            request.member("session", array: rows.map(\.eventJSON))
            writeRest(to: &request)
        }
    }

    /// The event of Verify Auth Challenge Response.
    func verify(_ answer: String, privateParameters: [String: String]) -> TriggerCall {
        call(
            .verifyAuthChallengeResponse, "VerifyAuthChallengeResponse_Authentication", response: ["answerCorrect"]
        ) { request in
            writeAttributes(to: &request)
            request.member("privateChallengeParameters", privateParameters)
            request.member("challengeAnswer", answer)
            writeRest(to: &request)
        }
    }

    /// The event of Pre Sign-up.
    ///
    /// - Parameter source: `PreSignUp_SignUp` or `PreSignUp_AdminCreateUser`.
    func preSignUp(_ source: String) -> TriggerCall {
        let decisions = ["autoConfirmUser", "autoVerifyEmail", "autoVerifyPhone"]
        return call(.preSignUp, source, response: decisions, initial: "false") { request in
            writeAttributes(to: &request)
            writeValidationData(to: &request)
            writeRest(to: &request)
        }
    }

    /// An event.
    ///
    /// - Parameters:
    ///   - response: the members of `response` that the function may set.
    ///   - initial: what each of them is before it does.
    func call(
        _ trigger: PoolTrigger, _ source: String, version: String = "1", response members: [String],
        initial: String = "null", _ body: (inout JSONWriter) -> Void
    ) -> TriggerCall {
        let event = JSONWriter.object { event in
            event.member("version", version)
            event.member("region", settings.region)
            event.member("userPoolId", settings.id)
            event.member("userName", username)
            event.member("callerContext") { caller in
                caller.member("awsSdkVersion", "aws-sdk-unknown-unknown")
                if let clientID { caller.member("clientId", clientID) } else { caller.null("clientId") }
            }
            event.member("triggerSource", source)
            event.member("request", body)
            event.member("response") { response in
                for name in members { response.member(name, raw: initial.utf8) }
            }
        }
        return TriggerCall(trigger: trigger, event: event, responseMembers: members)
    }

    func writeValidationData(to request: inout JSONWriter) {
        if validationData.isEmpty {
            request.null("validationData")
        } else {
            request.member("validationData", validationData)
        }
    }

    func writeAttributes(to request: inout JSONWriter) {
        switch (attributes, settings.openPoints.unknownUserAttributes) {
        case (let attributes?, _): request.member("userAttributes", attributes)
        case (nil, .empty): request.member("userAttributes", UserAttributes())
        case (nil, .null): request.null("userAttributes")
        case (nil, .absent): break
        }
    }

    func writeRest(to request: inout JSONWriter) {
        if !clientMetadata.isEmpty { request.member("clientMetadata", clientMetadata) }
        if attributes == nil { request.member("userNotFound", true) }
    }
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
