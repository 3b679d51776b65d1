internal import JSON

extension RequestHandler {
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
        let email = try body.email()
        let username = try body.text("username")
        let displayName = try body.text("displayName")
        _ = try saveProfile(id) { user in
            user.email = email ?? user.email
            user.username = username ?? user.username
            user.displayName = displayName ?? user.displayName
        }
        return try describe(id)
    }

    /// `DELETE /users/{userId}`.
    func removeUser(_ id: UserID) throws(APIError) -> APIResponse {
        let removed = try changing(id) { user throws(APIError) in
            (try asking { () throws(StorageError) in try storage.remove(user, by: attempt) }, user.authenticators)
        }
        for authenticator in removed { note(.authenticatorRemoved, authenticator, of: id) }
        return APIResponse(json: Array(#"{"success":true}"#.utf8))
    }
}
