internal import JSON
private import Primitives

/// An action that an app has started before its user is known. It travels sealed through the app.
struct StartedAction: Equatable, Sendable {
    let code: String
    let idempotencyKey: String
    /// When it expires, in seconds since 1970.
    let expiration: Int64
}

extension StartedAction {
    /// The form in which it travels.
    var json: [UInt8] {
        JSONWriter.object { object in
            object.member("code", code)
            object.member("key", idempotencyKey)
            object.member("exp", expiration)
        }
    }

    init?(json: JSONValue) {
        guard let code = json["code"]?.string, let key = json["key"]?.string, let expiration = json["exp"]?.integer
        else { return nil }
        self.init(code: code, idempotencyKey: key, expiration: expiration)
    }
}

extension RequestHandler {
    /// `POST /client/challenge`: starts an action before its user is known. The passkey will identify the user. Nothing
    /// is stored: the action travels sealed in the id.
    func startAction(_ body: RequestBody) throws(APIError) -> APIResponse {
        let code = try body.requiredText("action")
        guard ActionCode.isValid(code) else { throw .invalidRequest("action") }
        _ = try body.text("idempotencyKey")
        // The app cannot choose the key; otherwise it could choose a later round's.
        let action = StartedAction(code: code, idempotencyKey: try newID(), expiration: now + settings.tokenLifetime)
        let sealed = try seal(action.json, for: .startedAction)
        return APIResponse(json: JSONWriter.object { $0.member("challengeId", sealed.text) })
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
