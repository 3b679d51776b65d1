internal import JSON

/// Hides the secrets in JSON that is shown. Email addresses stay visible, because only the developer sees them.
package enum Masking {
    /// The text that replaces a hidden value.
    package static let hidden = "•••"

    /// Members whose values are hidden completely.
    private static let secrets: Set<String> = [
        "password", "previouspassword", "proposedpassword", "temporarypassword", "new_password", "secrethash",
        "secret_hash", "confirmationcode", "verificationcode", "code", "user_code", "clientsecret", "secretcode",
        "password_claim_signature", "password_claim_secret_block", "secret_block", "srp_a", "srp_b", "salt",
        "passwordverifier",
        "recoverycodes", "otpuri", "secret",
    ]

    /// Members whose values are long secrets. They are shortened, so that the reader can still tell them apart.
    private static let credentials: Set<String> = [
        "session", "answer", "challengeanswer", "token", "accesstoken", "idtoken", "refreshtoken", "refresh_token",
        "nonce", "auth_session", "access_token", "id_token",
    ]

    /// Objects in which every member's value is hidden.
    private static let closed: Set<String> = ["privatechallengeparameters", "verification"]

    /// Hides the secrets in JSON. Anything that is not JSON is hidden completely.
    package static func masked(_ json: [UInt8]) -> [UInt8] {
        guard !json.isEmpty else { return Array("null".utf8) }
        guard let value = try? JSONValue(parsing: json) else { return quoted(hidden) }
        return masked(value)
    }

    /// Hides the secrets in a value.
    static func masked(_ value: JSONValue) -> [UInt8] {
        switch value.kind {
        case .object:
            JSONWriter.object { object in
                for (name, value) in value.members { object.member(name, raw: masked(value, named: name.lowercased())) }
            }
        case .array: JSONWriter.array(value.elements.map(masked))
        case .string: quoted(masked(text: value.string ?? ""))
        case .number, .bool, .null: Array(value.bytes)
        }
    }

    private static func masked(_ value: JSONValue, named name: String) -> [UInt8] {
        if closed.contains(name), value.kind == .object {
            return JSONWriter.object { object in
                for (name, _) in value.members { object.member(name, hidden) }
            }
        }
        // A client's session is a secret text. The rows of a session are an array and not secret.
        guard value.kind == .string || value.kind == .number else { return masked(value) }
        // The suffix matches names such as SOFTWARE_TOKEN_MFA_CODE, but not errorCode, which is not secret.
        if secrets.contains(name) || name.hasSuffix("_code") { return quoted(hidden) }
        if credentials.contains(name) { return quoted(shortened(value.string ?? "")) }
        return masked(value)
    }

    /// The first and last four characters of a secret. A short secret is hidden completely.
    static func shortened(_ secret: String) -> String {
        secret.count < 24 ? hidden : "\(secret.prefix(4))…\(secret.suffix(4))"
    }

    /// Shortens the tokens in a text, for example in the query of a URL.
    package static func masked(text: String) -> String {
        guard text.contains("eyJ") else { return text }
        var masked = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "eyJ")?.lowerBound {
            masked += rest[..<start]
            let word = rest[start...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.~".contains($0)) }
            masked += word.contains(".") ? shortened(String(word)) : String(word)
            rest = rest[word.endIndex...]
        }
        return masked + rest
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return bytes
    }
}
