internal import AuthenticatorService
internal import JSON
internal import OpenSSLCrypto
internal import Passkeys
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

    /// Authsignal's names for the methods that a user has enrolled, without repetitions.
    func methods(of userID: String) throws(APIError) -> [String] {
        let methods = (try stored(userID)?.authenticators ?? []).map(\.verificationMethod.rawValue)
        return methods.enumerated().filter { methods.firstIndex(of: $1) == $0 }.map(\.element)
    }

    static func write(_ methods: [String], to answer: inout JSONWriter) {
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
            var user = try StoredUser.new(user(userID))
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
