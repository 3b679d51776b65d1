internal import JSON
internal import WebAuthn

/// Codes that verify the identifiers of people who sign up.
extension OpenIDProvider {
    /// Sends a code to each identifier that must be verified; returns how the API calls them.
    func sendCodes(
        for profile: ProviderUser.Profile, session: Session
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
            sessions[session] = nil
            throw .invalidGrant
        }
        throw .wrongCode(missing.compactMap(\.verificationName), session: session)
    }
}

/// A code that the provider sends to somebody who signs up.
package struct IdentifierCode: Equatable, Sendable {
    /// Whether it goes to an address or a phone number.
    package let kind: IdentifierKind
    /// The address or the phone number.
    package let recipient: String
    /// The code.
    package let code: String
}

/// The codes that a sign-up waits for.
struct PendingCodes {
    /// How many requests with a wrong code end the session.
    static let maximumWrongRequests = 5

    /// The codes, by what they verify.
    let codes: [IdentifierKind: String]
    /// When the session expires, in seconds since 1970.
    let expiration: Int64
    /// How many requests had a wrong code or none.
    var wrongRequests = 0
}
