internal import AuthenticatorService
internal import Essentials
internal import JOSE
internal import JSON
internal import Passkeys
internal import Primitives
internal import SignInTokens

/// The API that apps call.
extension AuthsignalTenant {
    mutating func answerApp(
        _ request: APIRequest, _ path: [String], _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        guard case .bearer(let text) = try Credentials(request.headers) else {
            return try answerUnnamedUser(request, path, body)
        }
        let bearer: AuthsignalToken
        do throws(JOSEError) {
            bearer = try AuthsignalToken(verifying: text, tenantID: id, secret: secret, now: now)
        } catch { throw error == .expired ? .expiredToken : .invalidToken }
        switch (request.method, path) {
        case ("GET", ["user-authenticators"]):
            guard bearer.scopes.contains(Substring(AuthsignalToken.readScope)) else { throw .missingScope }
            return try forward(request, exchanged(text, bearer))
        case ("POST", ["user-authenticators", "email-otp"]):
            guard let address = try body.email() else { throw .invalidRequest("email") }
            return try sendCode(to: address, request, bearer)
        case ("POST", ["challenge", "email-otp"]):
            return try sendCode(to: address(of: bearer, body), request, bearer)
        case ("POST", ["verify", "email-otp"]):
            return try verifyCode(request, bearer)
        case ("POST", ["user-authenticators", "passkey", "registration-options"]):
            try checkMayAdd(bearer)
            return try forward(request, exchanged(text, bearer))
        case ("POST", ["user-authenticators", "passkey"]):
            try checkMayAdd(bearer)
            let answer = try forward(request, exchanged(text, bearer))
            // A passkey that was created without asking the person proves nothing.
            guard (try? JSONValue(parsing: answer.body))?["accessToken"] != nil else { return answer }
            return try proven(answer, by: bearer.userID, bearer.action, .passkey, bearer.username)
        case ("POST", ["user-authenticators", "passkey", "authentication-options"]):
            return try beginSignIn(forward(request, exchanged(text, bearer)), body)
        case ("POST", ["verify", "passkey"]):
            return try endSignIn(forward(request, exchanged(text, bearer)), body, bearer)
        default: throw .noSuchPath
        }
    }

    /// Answers an app that names the tenant alone.
    private mutating func answerUnnamedUser(
        _ request: APIRequest, _ path: [String], _ body: RequestBody
    ) throws(APIError) -> APIResponse {
        switch (request.method, path) {
        case ("POST", ["challenge"]): return try startAction(request, body).answer
        case ("POST", ["passkey", "options"]):
            // Authsignal has no such call. The sandbox's own page, whose client makes it, serves this mode too.
            guard request.headers["sec-fetch-site"] == "same-origin" else { throw .noSuchPath }
            let (answer, id) = try startAction(request, body)
            if let id { ceremonies[id] = id }
            return answer
        case ("POST", ["user-authenticators", "passkey", "authentication-options"]):
            return try beginSignIn(service.answer(request), body)
        case ("POST", ["verify", "passkey"]):
            return try endSignIn(service.answer(request), body, nil)
        case ("PATCH", _), ("DELETE", _): throw .noSuchPath
        default: return service.answer(request)
        }
    }

    /// Remembers the action that an app has started, by the challenge in the answer.
    private mutating func startAction(
        _ request: APIRequest, _ body: RequestBody
    ) throws(APIError) -> (answer: APIResponse, challengeID: String?) {
        let answer = service.answer(request)
        guard let id = (try? JSONValue(parsing: answer.body))?["challengeId"]?.string else { return (answer, nil) }
        startedActions[id] = StartedAction(
            code: try body.requiredText("action"), key: try body.text("idempotencyKey") ?? Self.newID(),
            expiration: now + Self.tokenLifetime)
        return (answer, id)
    }

    // MARK: Tokens

    /// Asks the authenticator with a challenge token.
    private func forward(_ request: APIRequest, _ token: String) -> APIResponse {
        var request = request
        request.headers["authorization"] = "Bearer " + token
        return service.answer(request)
    }

    /// The challenge token for a bearer: always the same one, because ceremonies are bound to it.
    private mutating func exchanged(_ text: String, _ bearer: AuthsignalToken) throws(APIError) -> String {
        if let known = exchangedTokens[text] { return known.token }
        let now = now
        exchangedTokens = exchangedTokens.filter { now < $0.value.expiration }
        let token = try challengeToken(bearer, address: nil)
        exchangedTokens[text] = (token, bearer.expiration)
        return token
    }

    /// A challenge token that lets the bearer do everything. The tenant checks before what its own token allows.
    private func challengeToken(_ bearer: AuthsignalToken, address: String?) throws(APIError) -> String {
        let token = ChallengeToken(
            TokenClaims(
                userPoolID: id, subject: bearer.userID, issuedAt: now, expiresAt: bearer.expiration,
                scope: AuthsignalToken.allScopes, actionCode: bearer.action?.code ?? "none",
                idempotencyKey: bearer.action?.idempotencyKey ?? "none",
                username: bearer.username ?? profiles[bearer.userID]?.username ?? bearer.userID),
            email: address.map { ChallengeToken.Address($0, isVerified: true) })
        do { return try token.sealed(with: keys) } catch { throw .unexpected }
    }

    /// Marks an action as succeeded, and puts the tenant's token into an answer to a proof.
    private mutating func proven(
        _ answer: APIResponse, by userID: String, _ action: ActionID?, _ method: VerificationMethod, _ username: String?
    ) throws(APIError) -> APIResponse {
        guard let json = try? JSONValue(parsing: answer.body), json["isVerified"]?.bool == true else { return answer }
        if let action { markSucceeded(action, by: method) }
        let token = try token(of: userID, scope: AuthsignalToken.allScopes, action: action, username: username)
        return APIResponse(
            json: JSONWriter.object { object in
                object.member("isVerified", true)
                object.member("accessToken", token)
                for (name, value) in json.members where !["isVerified", "accessToken"].contains(name) {
                    object.member(name, raw: value.bytes)
                }
            })
    }

    /// A person or a rule may hold the action in another state.
    private mutating func markSucceeded(_ id: ActionID, by method: VerificationMethod) {
        var action = actions[id] ?? TrackedAction(state: .challengeSucceeded, at: now)
        guard !action.state.isHeld else { return }
        (action.state, action.stateUpdatedAt, action.verificationMethod) = (.challengeSucceeded, now, method)
        actions[id] = action
    }

    /// A user's first authenticator needs no scope, and every further one does.
    private func checkMayAdd(_ bearer: AuthsignalToken) throws(APIError) {
        if bearer.scopes.contains(Substring(AuthsignalToken.addScope)) { return }
        guard try stored(bearer.userID)?.authenticators.isEmpty ?? true else { throw .missingScope }
    }

    // MARK: Codes

    /// The address of a bearer who asks for a code to the mailbox that the user has, or that the tenant has named.
    private func address(of bearer: AuthsignalToken, _ body: RequestBody) throws(APIError) -> String {
        let authenticatorID = try body.text("userAuthenticatorId")
        let mailboxes = try stored(bearer.userID)?.emails ?? []
        let mailbox = authenticatorID.map { id in mailboxes.first { $0.id == id } } ?? mailboxes.last
        let named = authenticatorID == nil ? profiles[bearer.userID]?.email : nil
        guard let address = mailbox?.address ?? named else {
            throw .invalidRequest("the user has no email authenticator")
        }
        return address
    }

    private mutating func sendCode(
        to address: String, _ request: APIRequest, _ bearer: AuthsignalToken
    ) throws(APIError) -> APIResponse {
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        if try stored(bearer.userID)?.email(address) == nil { try checkMayAdd(bearer) }
        pendingAddresses[action] = address
        return forward(request, try challengeToken(bearer, address: address))
    }

    private mutating func verifyCode(
        _ request: APIRequest, _ bearer: AuthsignalToken
    ) throws(APIError) -> APIResponse {
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        let address = pendingAddresses[action]
        if let address, try stored(bearer.userID)?.email(address) == nil { try checkMayAdd(bearer) }
        let answer = forward(request, try challengeToken(bearer, address: address))
        return try proven(answer, by: bearer.userID, action, .emailOTP, bearer.username)
    }

    // MARK: Passkeys

    /// Remembers for which started action a ceremony began.
    private mutating func beginSignIn(_ answer: APIResponse, _ body: RequestBody) throws(APIError) -> APIResponse {
        let ceremonyID = (try? JSONValue(parsing: answer.body))?["challengeId"]?.string
        if let ceremonyID { ceremonies[ceremonyID] = try body.text("challengeId", maximumLength: 8_192) }
        return answer
    }

    private mutating func endSignIn(
        _ answer: APIResponse, _ body: RequestBody, _ bearer: AuthsignalToken?
    ) throws(APIError) -> APIResponse {
        guard let json = try? JSONValue(parsing: answer.body), json["isVerified"]?.bool == true,
            let userID = json["userId"]?.string
        else { return answer }
        var action = bearer?.action
        let startedID = try body.text("challengeId", maximumLength: 8_192).flatMap { ceremonies[$0] }
        if action == nil, let startedID, var started = startedActions[startedID] {
            guard started.proof == nil else { throw .invalidRequest("challengeId") }
            started.proof = (userID, "PASSKEY")
            startedActions[startedID] = started
            action = ActionID(user: user(userID), code: started.code, idempotencyKey: started.key)
        }
        return try proven(answer, by: userID, action, .passkey, bearer?.username)
    }

    static func newID() -> String { UUID().uuidString.lowercased() }
}
