package import JSON

/// An action that has been started: by an app before its user is known, or by a round of a sign-in at Cognito. It travels
/// sealed through the app.
package struct StartedAction: Equatable, Sendable {
    /// The action's code.
    package let code: String
    /// The key of this one occurrence of the action.
    package let idempotencyKey: String
    /// When it expires, in seconds since 1970.
    package let expiration: Int64

    /// An action.
    package init(code: String, idempotencyKey: String, expiration: Int64) {
        self.code = code
        self.idempotencyKey = idempotencyKey
        self.expiration = expiration
    }
}

extension StartedAction {
    /// The form in which it travels.
    package var json: [UInt8] {
        JSONWriter.object { object in
            object.member("code", code)
            object.member("key", idempotencyKey)
            object.member("exp", expiration)
        }
    }

    /// The action in that form; nil for anything else.
    package init?(json: JSONValue) {
        guard let code = json["code"]?.string, let key = json["key"]?.string, let expiration = json["exp"]?.integer
        else { return nil }
        self.init(code: code, idempotencyKey: key, expiration: expiration)
    }
}
