internal import JSON
internal import Passkeys
private import Primitives
private import WebAuthn

extension RequestHandler {
    /// `POST /client/challenge`: starts an action before its user is known. The passkey will identify the user. Nothing
    /// is stored: the action travels sealed in the id.
    func startAction(_ body: RequestBody) throws(APIError) -> APIResponse {
        let sealed = try seal(newAction(body).json, for: .startedAction)
        return APIResponse(
            json: JSONWriter.object { $0.member(PasskeyAnswer.challengeName, sealed.text) },
            outcome: Self.startedOutcome)
    }

    /// `POST /client/passkey/options`: starts an action and gives the options for any passkey on the device, in one
    /// call. The assertion is the answer to Cognito's challenge, or goes to `verify/passkey` like any other.
    func passkeyOptions(_ body: RequestBody) throws(APIError) -> APIResponse {
        let action = try newAction(body)
        do {
            return APIResponse(
                json: try pool.sealer.passkeyOptions(
                    for: action, holder: .anybody, poolID: pool.id, relyingParty: settings.relyingParty,
                    hints: settings.hints,
                    lifetime: Sealer.lifetimeOfOptions(
                        maximumProofAge: settings.maximumProofAge, tokenLifetime: settings.tokenLifetime),
                    at: now), outcome: Self.startedOutcome)
        } catch { throw .unexpected }
    }

    /// The outcome of a passkey prompt before a sign-in.
    private static let startedOutcome = "action_started"

    private func newAction(_ body: RequestBody) throws(APIError) -> StartedAction {
        let code = try body.requiredText("action")
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        _ = try body.text("idempotencyKey")
        // The app cannot choose the key; otherwise it could choose a later round's.
        return StartedAction(code: code, idempotencyKey: try newID(), expiration: now + settings.tokenLifetime)
    }

    /// The action that an app has started.
    /// - Throws: `invalidChallenge` if the id is not of this pool, `challengeExpired`.
    func startedAction(_ challengeID: String) throws(APIError) -> StartedAction {
        guard let (contents, _) = pool.sealer.open(challengeID, for: .startedAction),
            let json = try? JSONValue(parsing: contents), let action = StartedAction(json: json)
        else { throw .invalidChallenge }
        guard now < action.expiration else { throw .challengeExpired }
        return action
    }
}
