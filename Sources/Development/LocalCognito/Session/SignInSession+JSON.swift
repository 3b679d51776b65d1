internal import JSON
private import Primitives

extension SignInSession {
    /// The session in the form that is sealed. It is short, because a session may have only so many characters.
    var json: [UInt8] {
        JSONWriter.object { session in
            session.member("i", id)
            session.member("c", clientID)
            session.member("u", username)
            session.member("e", expiresAt)
            if isUserUnknown { session.member("n", true) }
            session.member("r", array: rows.map(\.json))
            switch challenge {
            case .custom(let parameters, let metadata):
                session.member("p", parameters)
                session.member("m", ifPresent: metadata)
            case .passwordVerifier(let key, let secretBlock):
                session.member("s", Base64URL.encode(secretBlock))
                session.member("k", ifPresent: key.map(Base64URL.encode))
            case .newPassword: break
            case .selectChallenge(let available): session.member("a", available)
            case .password: session.member("q", true)
            }
        }
    }

    /// Reads what `json` wrote; nil for anything else.
    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let id = json["i"]?.string, let client = json["c"]?.string,
            let username = json["u"]?.string, let expiry = json["e"]?.integer, let rows = json["r"],
            let challenge = Challenge(json)
        else { return nil }
        self.init(
            id: id, clientID: client, username: username, isUserUnknown: json["n"] != nil,
            rows: rows.elements.map(ChallengeRow.init(json:)), challenge: challenge, expiresAt: expiry)
    }
}

extension SignInSession.Challenge {
    fileprivate init?(_ json: JSONValue) {
        if let parameters = json["p"] {
            self = .custom(privateParameters: parameters.strings, metadata: json["m"]?.string)
        } else if let secretBlock = json["s"]?.string {
            guard let bytes = Base64URL.decode(secretBlock) else { return nil }
            let key = json["k"]?.string.flatMap { Base64URL.decode($0) }
            self = .passwordVerifier(key: key, secretBlock: bytes)
        } else if let available = json["a"] {
            self = .selectChallenge(available.elements.compactMap(\.string))
        } else if json["q"] != nil {
            self = .password
        } else {
            self = .newPassword
        }
    }
}

extension ChallengeRow {
    fileprivate var json: [UInt8] {
        JSONWriter.object { row in
            row.member("n", name)
            row.member("v", result)
            row.member("m", ifPresent: metadata)
        }
    }

    fileprivate init(json: JSONValue) {
        self.init(name: json["n"]?.string ?? "", result: json["v"]?.bool ?? false, metadata: json["m"]?.string)
    }
}
