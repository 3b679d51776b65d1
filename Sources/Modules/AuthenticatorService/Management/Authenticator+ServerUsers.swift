internal import JSON

extension Authenticator {
    /// `GET /users/{userId}`: an unknown user is described as a user who has enrolled nothing.
    func describe(_ id: UserID) throws(APIError) -> APIResponse {
        let user = try stored(id)
        let methods = user?.methods ?? []
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isEnrolled", !methods.isEmpty)
                answer.member("email", ifPresent: user?.email)
                answer.member("emailVerified", user?.email.map { user?.email($0) != nil } ?? false)
                answer.member("phoneNumberVerified", false)
                answer.member("username", ifPresent: user?.username)
                answer.member("displayName", ifPresent: user?.displayName)
                if let first = methods.first {
                    answer.member("enrolledVerificationMethods", methods)
                    answer.member("defaultVerificationMethod", first)
                }
            })
    }

    /// `PATCH /users/{userId}`, or `POST`: members missing from the request do not change.
    func updateUser(_ id: UserID, _ body: RequestBody) throws(APIError) -> APIResponse {
        var user = try storedOrNew(id)
        user.email = try body.email() ?? user.email
        user.username = try body.text("username") ?? user.username
        user.displayName = try body.text("displayName") ?? user.displayName
        try save(user)
        return try describe(id)
    }

    /// `DELETE /users/{userId}`.
    func removeUser(_ id: UserID) throws(APIError) -> APIResponse {
        do { try storage.remove(id) } catch { throw .unexpected }
        return APIResponse(json: Array(#"{"success":true}"#.utf8))
    }
}
