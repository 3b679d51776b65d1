internal import AuthenticatorService
internal import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import Primitives

/// The API that the tenant's servers call.
extension AuthsignalTenant {
    mutating func answerServer(
        _ request: APIRequest, _ path: [String], _ target: RequestTarget, _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        guard case .basic(let text) = try Credentials(request.headers),
            constantTimeEqual(Array(text.utf8), Array("\(secret):".utf8))
        else { throw .unauthorized }
        if path == ["validate"], request.method == "POST" { return try validate(body) }
        if path == ["challenges"], request.method == "GET" { return try startedAction(target) }
        guard path.first == "users", path.count > 1 else { throw .noSuchPath }
        let user = path[1]
        guard 1...RequestBody.maximumTextLength ~= user.utf8.count else { throw .invalidRequest("userId") }
        let attempt = Attempt(id: request.id, time: now)
        switch (request.method, path.count, path.dropFirst(2).first) {
        case ("GET", 2, nil): return try describe(user)
        case ("PATCH", 2, nil), ("POST", 2, nil): return try updateUser(user, body)
        case ("DELETE", 2, nil): return try removeUser(user, attempt)
        case ("GET", 3, "authenticators"):
            let stored = try stored(user)?.authenticators ?? []
            return APIResponse(json: JSONWriter.array(stored.map { $0.json(of: self.user(user), showing: { $0 }) }))
        case ("POST", 3, "authenticators"): return try enrolVerified(user, body, attempt)
        case ("DELETE", 4, "authenticators"): return try removeAuthenticator(path[3], of: user, attempt)
        case ("POST", 4, "actions"): return try track(path[3], of: user, body)
        case ("GET", 5, "actions"): return try describeAction(path[3], of: user, key: path[4])
        case ("PATCH", 5, "actions"): return try updateAction(path[3], of: user, key: path[4], body)
        default: throw .noSuchPath
        }
    }

    // MARK: Actions

    private mutating func track(_ code: String, of userID: String, _ body: RequestBody) throws(APIError) -> APIResponse
    {
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        let email = try body.email()
        let username = try body.text("username")
        let scope = try body.text("scope") ?? AuthsignalToken.readScope
        let (linkedKey, proof) = try linkedAction(body, code: code, userID: userID)
        let key = try body.text("idempotencyKey") ?? linkedKey ?? Self.newID()
        var profile = profiles[userID] ?? Profile()
        profile.email = email ?? profile.email
        profile.username = username ?? profile.username
        profiles[userID] = profile
        let action = ActionID(user: user(userID), code: code, idempotencyKey: key)
        let methods = try methods(of: userID)
        let usual = ActionState(rawValue: methods.isEmpty ? "ALLOW" : "CHALLENGE_REQUIRED")
        var tracked = actions[action] ?? TrackedAction(state: rules.trackedState ?? usual, at: now)
        if let proof, !tracked.state.isHeld {
            tracked = TrackedAction(state: .challengeSucceeded, at: now, verificationMethod: proof)
        }
        actions[action] = tracked
        let token = try token(of: userID, scope: scope, action: action)
        let address = address
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("state", tracked.state.rawValue)
                answer.member("idempotencyKey", key)
                answer.member("url", "\(address)/challenge?token=\(token)")
                answer.member("token", token)
                answer.member("isEnrolled", !methods.isEmpty)
                Self.write(methods, to: &answer)
                answer.member("allowedVerificationMethods", ["PASSKEY", "EMAIL_OTP"])
                answer.member("ruleIds", [])
            })
    }

    /// The key of the action that a request links to, which an app has started, and the method if this user has proven
    /// it.
    private func linkedAction(
        _ body: RequestBody, code: String, userID: String
    ) throws(APIError) -> (key: String?, proof: VerificationMethod?) {
        guard let challengeID = try body.text("challengeId", maximumLength: 8_192) else { return (nil, nil) }
        guard let started = startedActions[challengeID], started.code == code else {
            throw .invalidRequest("challengeId")
        }
        guard now < started.expiration else { throw .challengeExpired }
        let proof = started.proof?.userID == userID ? started.proof?.method : nil
        return (started.key, proof.map(VerificationMethod.init(rawValue:)))
    }

    private func describeAction(_ code: String, of userID: String, key: String) throws(APIError) -> APIResponse {
        guard let action = actions[ActionID(user: user(userID), code: code, idempotencyKey: key)] else {
            throw .notFound
        }
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("state", action.state.rawValue)
                answer.member("createdAt", Timestamp.rfc3339(seconds: action.createdAt))
                answer.member("stateUpdatedAt", Timestamp.rfc3339(seconds: action.stateUpdatedAt))
                answer.member("verificationMethod", ifPresent: action.verificationMethod?.rawValue)
            })
    }

    private mutating func updateAction(
        _ code: String, of userID: String, key: String, _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        let state = try body.requiredText("state")
        guard Self.states.contains(state) else { throw .invalidRequest("state") }
        let id = ActionID(user: user(userID), code: code, idempotencyKey: key)
        guard var action = actions[id] else { throw .notFound }
        (action.state, action.stateUpdatedAt) = (ActionState(rawValue: state), now)
        actions[id] = action
        return try describeAction(code, of: userID, key: key)
    }

    private static let states = [
        "ALLOW", "BLOCK", "CHALLENGE_REQUIRED", "CHALLENGE_SUCCEEDED", "CHALLENGE_FAILED", "REVIEW_REQUIRED",
        "REVIEW_SUCCEEDED", "REVIEW_FAILED",
    ]

    /// How an action that an app started was proven; an empty object if there is no such action, or it has expired.
    private func startedAction(_ target: RequestTarget) throws(APIError) -> APIResponse {
        guard let challengeID = target.parameter("challengeId") else { throw .invalidRequest("challengeId") }
        let started = startedActions[challengeID]
        let userID = target.parameter("userId")
        let isMismatch =
            userID != nil && started?.proof?.userID != userID
            || target.parameter("action").map { $0 != started?.code } ?? false
        let now = now
        return APIResponse(
            json: JSONWriter.object { answer in
                guard let started, !isMismatch, now < started.expiration else { return }
                answer.member("challengeId", challengeID)
                answer.member("expiresAt", started.expiration)
                answer.member("action", started.code)
                answer.member("verificationMethod", ifPresent: started.proof?.method)
            })
    }

    /// The state of a token's action.
    private func validate(_ body: RequestBody) throws(APIError) -> APIResponse {
        let text = try body.requiredText("token", maximumLength: 8_192)
        let userID = try body.text("userId")
        let code = try body.text("action")
        let token: AuthsignalToken
        do throws(JOSEError) {
            token = try AuthsignalToken(verifying: text, tenantID: id, secret: secret, now: now)
        } catch { throw error == .expired ? .invalidRequest("the token has expired") : .invalidRequestToken }
        let notValid = APIResponse(json: Array(#"{"isValid":false}"#.utf8))
        if let userID, !userID.utf8.elementsEqual(token.userID.utf8) {
            return rules.userMismatch == .notValid
                ? notValid
                : APIResponse(status: 400, json: Array(#"{"isValid":false,"error":"User is invalid."}"#.utf8))
        }
        guard let id = token.action, code == nil || code == id.code, let action = actions[id] else { return notValid }
        let omitsTime = rules.omitsStateUpdatedAt
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isValid", action.state == .challengeSucceeded)
                answer.member("state", action.state.rawValue)
                if !omitsTime {
                    answer.member("stateUpdatedAt", Timestamp.rfc3339(seconds: action.stateUpdatedAt))
                }
                answer.member("userId", id.user.id)
                answer.member("action", id.code)
                answer.member("actionCode", id.code)
                answer.member("idempotencyKey", id.idempotencyKey)
                answer.member("verificationMethod", ifPresent: action.verificationMethod?.rawValue)
            })
    }

    // MARK: Users

    /// Authsignal's names for the methods that a user has enrolled, without repetitions.
    private func methods(of userID: String) throws(APIError) -> [String] {
        let methods = (try stored(userID)?.authenticators ?? []).map(\.verificationMethod.rawValue)
        return methods.enumerated().filter { methods.firstIndex(of: $1) == $0 }.map(\.element)
    }

    private static func write(_ methods: [String], to answer: inout JSONWriter) {
        guard let first = methods.first else { return }
        answer.member("enrolledVerificationMethods", methods)
        answer.member("defaultVerificationMethod", first)
    }

    /// An unknown user is described as a user who has enrolled nothing.
    private func describe(_ userID: String) throws(APIError) -> APIResponse {
        let stored = try stored(userID)
        let methods = try methods(of: userID)
        let profile = profiles[userID]
        return APIResponse(
            json: JSONWriter.object { answer in
                let email = profile?.email ?? stored?.email
                answer.member("isEnrolled", !methods.isEmpty)
                answer.member("email", ifPresent: email)
                answer.member("emailVerified", email.map { stored?.email($0) != nil } ?? false)
                answer.member("phoneNumberVerified", false)
                answer.member("username", ifPresent: profile?.username ?? stored?.username)
                answer.member("displayName", ifPresent: profile?.displayName)
                Self.write(methods, to: &answer)
            })
    }

    /// Members missing from the request do not change.
    private mutating func updateUser(_ userID: String, _ body: RequestBody) throws(APIError) -> APIResponse {
        let former = profiles[userID]
        profiles[userID] = Profile(
            email: try body.email() ?? former?.email, username: try body.text("username") ?? former?.username,
            displayName: try body.text("displayName") ?? former?.displayName)
        return try describe(userID)
    }

    private mutating func removeUser(_ userID: String, _ attempt: Attempt) throws(APIError) -> APIResponse {
        profiles[userID] = nil
        for authenticator in try stored(userID)?.authenticators ?? [] {
            _ = try removeAuthenticator(
                authenticator.id, of: userID, Attempt(id: attempt.id + authenticator.id, time: now))
        }
        return APIResponse(json: Array(#"{"success":true}"#.utf8))
    }

    private func removeAuthenticator(
        _ id: String, of userID: String, _ attempt: Attempt
    ) throws(APIError) -> APIResponse {
        guard let user = try stored(userID), user.authenticators.contains(where: { $0.id == id }) else {
            throw .notFound
        }
        do throws(StorageError) {
            guard try storage.remove(id, of: user, by: attempt) == .made else { throw StorageError.unavailable("") }
        } catch { throw .unavailable }
        return APIResponse(json: Array(#"{"success":true}"#.utf8))
    }

    /// Enrols an address that the tenant has verified itself.
    private mutating func enrolVerified(
        _ userID: String, _ body: RequestBody, _ attempt: Attempt
    ) throws(APIError) -> APIResponse {
        guard try body.requiredText("verificationMethod") == "EMAIL_OTP" else {
            throw .invalidRequest("verificationMethod")
        }
        guard let address = try body.email() else { throw .invalidRequest("email") }
        let mailbox = try enrol(.email(address: address), of: userID, attempt)
        let user = user(userID)
        return APIResponse(
            json: JSONWriter.object { $0.member("authenticator", raw: mailbox.json(of: user, showing: { $0 })) })
    }

    /// Gives a user an authenticator.
    @discardableResult
    mutating func enrol(
        _ kind: StoredAuthenticator.Kind, of userID: String, _ attempt: Attempt
    ) throws(APIError) -> StoredAuthenticator {
        let stored = try stored(userID)
        if case .email(let address) = kind, let enrolled = stored?.email(address) { return enrolled }
        let authenticator = StoredAuthenticator(
            id: Self.newID(), kind: kind, createdAt: now, lastVerifiedAt: now, enrolledBy: attempt.id)
        do {
            var user = StoredUser(id: user(userID), handle: try SecureRandom.bytes(32))
            if let stored { user = stored }
            if case .email(let address) = kind {
                user.email = user.email ?? address
                guard try storage.enrol(authenticator, of: user, replacing: [], by: attempt) == .made else {
                    throw APIError.unavailable
                }
            } else {
                let challenge = IssuedChallenge(id: attempt.id, expiration: now + 300)
                guard try storage.add(authenticator, to: user, answering: challenge, by: attempt) == .added else {
                    throw APIError.unavailable
                }
            }
        } catch { throw .unavailable }
        return authenticator
    }
}
