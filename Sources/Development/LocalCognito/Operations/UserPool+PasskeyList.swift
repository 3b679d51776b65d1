internal import JSON
private import Primitives
internal import WebAuthn

extension UserPool {
    /// `ListWebAuthnCredentials`.
    func listPasskeys(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        let (user, _) = try signedInUser(request)
        // No number, or 0, means the most.
        let size = try request.number("MaxResults", in: 0...20).flatMap { $0 == 0 ? nil : $0 } ?? 20
        let entries = user.passkeys.enumerated().map { (ListPages.place(Int64($0)), $1.json) }
        let (found, next) = try pages.page(
            entries, after: try request.token("NextToken"), size: Int(size), of: "passkeys \(user.username)")
        return JSONWriter.object { answer in
            answer.member("Credentials", array: found)
            answer.member("NextToken", ifPresent: next)
        }
    }

    /// `DeleteWebAuthnCredential`.
    func deletePasskey(_ request: PoolRequest) throws(PoolError) {
        var (user, _) = try signedInUser(request)
        let id = Base64URL.decode(try request.required("CredentialId"))
        guard let index = user.passkeys.firstIndex(where: { $0.record.id == id }) else {
            throw PoolError(.resourceNotFound, "The user has no such passkey.")
        }
        user.passkeys.remove(at: index)
        save(&user)
    }

    /// `GetUserAuthFactors`: the factors that the user can begin a choice-based sign-in with.
    func userAuthFactors(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        let (user, _) = try signedInUser(request)
        let factors = settings.firstFactors.filter { factor in
            switch factor {
            case .password: user.password != nil
            case .webAuthn: !user.passkeys.isEmpty
            }
        }
        return JSONWriter.object { answer in
            answer.member("Username", user.username)
            answer.member("ConfiguredUserAuthFactors", factors.map(\.rawValue))
        }
    }
}
