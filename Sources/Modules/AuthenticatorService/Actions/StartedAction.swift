internal import JSON

/// An action that an app has started before its user is known. It travels sealed through the app.
struct StartedAction: Equatable, Sendable {
    /// Tells it from all others; not secret.
    let id: String
    let code: String
    let idempotencyKey: String
    /// When it expires, in seconds since 1970.
    let expiration: Int64

    /// As the storage knows it.
    var challenge: IssuedChallenge { IssuedChallenge(id: id, expiration: expiration) }

    /// As it travels.
    var json: [UInt8] {
        JSONWriter.object { object in
            object.member("id", id)
            object.member("code", code)
            object.member("key", idempotencyKey)
            object.member("exp", expiration)
        }
    }

    init(id: String, code: String, idempotencyKey: String, expiration: Int64) {
        self.id = id
        self.code = code
        self.idempotencyKey = idempotencyKey
        self.expiration = expiration
    }

    init?(json: JSONValue) {
        guard let id = json["id"]?.string, let code = json["code"]?.string, let key = json["key"]?.string,
            let expiration = json["exp"]?.integer
        else { return nil }
        self.init(id: id, code: code, idempotencyKey: key, expiration: expiration)
    }
}
