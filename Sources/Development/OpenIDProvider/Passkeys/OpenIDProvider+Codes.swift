internal import JSON
internal import WebAuthn

/// Codes that verify the identifiers of people who sign up.
extension OpenIDProvider {
    /// Sends a code to each identifier that must be verified; returns how the API calls them.
    func sendCodes(
        for profile: ProviderUser.Profile, session: ChallengeStore<SessionPurpose>.Challenge
    ) throws(ProviderError) -> [String] {
        let kinds = IdentifierKind.allCases.filter(profile.verified.contains)
        guard !kinds.isEmpty else { return [] }
        var codes: [IdentifierKind: String] = [:]
        for kind in kinds {
            let number = try random(4).reduce(0) { $0 << 8 | UInt64($1) } % 1_000_000
            let digits = String(number)
            let code = String(repeating: "0", count: 6 - digits.count) + digits
            codes[kind] = code
            deliver(IdentifierCode(kind: kind, recipient: profile.identifiers[kind] ?? "", code: code))
        }
        let time = now()
        pendingCodes = pendingCodes.filter { $0.value.expiration > time }
        pendingCodes[session.id] = PendingCodes(codes: codes, expiration: session.expiration)
        return kinds.compactMap(\.verificationName)
    }

    /// Checks the codes in a request for tokens, if its session waits for some. A wrong code does not use up the
    /// session, so that the user can correct it.
    func checkCodes(_ body: ProviderRequestBody) throws(ProviderError) {
        let session = try body.requiredText("auth_session")
        guard var pending = pendingCodes[session] else { return }
        let given = body["verification"]
        let missing = IdentifierKind.allCases.filter { kind in
            guard let code = pending.codes[kind], let name = kind.verificationName else { return false }
            return given?[name]?.string != code
        }
        pending.wrongRequests += missing.isEmpty ? 0 : 1
        pendingCodes[session] = missing.isEmpty ? nil : pending
        guard !missing.isEmpty else { return }
        guard pending.wrongRequests < PendingCodes.maximumWrongRequests, now() < pending.expiration else {
            pendingCodes[session] = nil
            _ = try? sessions.consume(session)
            throw .invalidGrant
        }
        throw .wrongCode(missing.compactMap(\.verificationName), session: session)
    }
}
