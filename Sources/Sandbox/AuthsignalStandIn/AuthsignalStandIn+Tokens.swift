package import Foundation
internal import JOSE
internal import JSON

extension AuthsignalStandIn {
    /// What may be done with a token that a tracked action comes with.
    private static let trackScope = "read:authenticators"
    /// What may be done with a token that a proof comes with.
    private static let resultScope =
        "read:authenticators add:authenticators update:authenticators remove:authenticators"

    /// Puts an action into a state, as if the user had got there with the client API, and mints the token the client
    /// would then hold: the result token after a proof, the tracked action's token otherwise.
    ///
    /// - Parameter lifetime: seconds from `time` until the token expires.
    /// - Throws: `JOSEError`.
    package func mintToken(
        for id: StandInActionID, state newState: String, verificationMethod: String?, at time: Date,
        lifetime: TimeInterval = tokenLifetime
    ) throws -> String {
        state.actions[id] = StandInAction(state: newState, since: time, verificationMethod: verificationMethod)
        return try token(
            for: id, scope: newState == "CHALLENGE_SUCCEEDED" ? Self.resultScope : Self.trackScope, at: time,
            lifetime: lifetime)
    }

    /// A token for an action: header `typ` `JWT`, claims as the service writes them.
    func token(
        for id: StandInActionID, scope: String? = nil, at time: Date = Date(), lifetime: TimeInterval = tokenLifetime
    ) throws -> String {
        let issuer = "https://challenge.authsignal.com/\(tenantID)"
        let issuedAt = Int64(time.timeIntervalSince1970)
        let payload = JSONWriter.object { claims in
            claims.member("iat", issuedAt)
            claims.member("exp", issuedAt + Int64(lifetime))
            claims.member("sub", id.userID)
            claims.member("iss", issuer)
            claims.member("aud", issuer)
            claims.member("scope", scope ?? Self.trackScope)
            claims.member("other") { other in
                other.member("tenantId", tenantID)
                other.member("publishableKey", "stand-in")
                other.member("userId", id.userID)
                other.member("actionCode", id.action)
                other.member("idempotencyKey", id.idempotencyKey)
                other.member("username", ifPresent: state.users[id.userID]?.username)
            }
        }
        return try CompactJWS.sign(payload, type: "JWT", key: key)
    }

    /// The action a token belongs to.
    ///
    /// - Throws: `JOSEError`, `expired` among others.
    func action(of token: String) throws -> StandInActionID {
        let claims = try Claims(CompactJWS.verify(token, keys: [key.verificationKey]))
        try claims.validateTimes(now: Int64(Date().timeIntervalSince1970), skew: 0)
        guard let other = claims["other"], let userID = other["userId"]?.string,
            let action = other["actionCode"]?.string, let idempotencyKey = other["idempotencyKey"]?.string
        else { throw JOSEError.missingClaim("other") }
        return StandInActionID(userID: userID, action: action, idempotencyKey: idempotencyKey)
    }
}
