extension UserPool {
    /// `DeleteUserAttributes`.
    func deleteUserAttributes(_ request: PoolRequest) async throws(PoolError) {
        let (user, client) = try signedInUser(request)
        let deleted = try deletedAttributes(request)
        try checkMayWrite(deleted, client)
        _ = try await change(deleted, of: user, by: .app)
    }

    /// `AdminDeleteUserAttributes`.
    func adminDeleteUserAttributes(_ request: PoolRequest) async throws(PoolError) {
        let user = try existingUser(request)
        _ = try await change(try deletedAttributes(request), of: user, by: .administrator)
    }

    /// The attributes to delete, each with the empty value that removes it.
    private func deletedAttributes(_ request: PoolRequest) throws(PoolError) -> UserAttributes {
        guard let names = try request.list("UserAttributeNames") else {
            throw .constraint("UserAttributeNames", value: "null", "not be null")
        }
        return UserAttributes(names.map { ($0, "") })
    }
}
