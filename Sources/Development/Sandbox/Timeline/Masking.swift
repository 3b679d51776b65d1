internal import JSON

/// Takes the secrets out of JSON that is shown. Email addresses stay: who looks on is the developer.
package enum Masking {
    /// What stands for something that is not shown at all.
    package static let hidden = "•••"

    /// Members of which nothing is shown.
    private static let secrets: Set<String> = [
        "password", "previouspassword", "proposedpassword", "temporarypassword", "new_password", "secrethash",
        "secret_hash", "confirmationcode", "verificationcode", "code", "user_code", "clientsecret", "secretcode",
        "password_claim_signature", "password_claim_secret_block", "secret_block", "srp_a", "srp_b", "salt",
        "recoverycodes", "otpuri", "secret",
    ]

    /// Members that hold something long which is better told from another of its kind.
    private static let credentials: Set<String> = [
        "session", "answer", "challengeanswer", "token", "accesstoken", "idtoken", "refreshtoken", "refresh_token",
        "nonce", "auth_session", "access_token", "id_token",
    ]

    /// Members whose own members' values are all secrets.
    private static let closed: Set<String> = ["privatechallengeparameters"]

    /// JSON without secrets; what is no JSON is not shown.
    package static func masked(_ json: [UInt8]) -> [UInt8] {
        guard !json.isEmpty else { return Array("null".utf8) }
        guard let value = try? JSONValue(parsing: json) else { return quoted(hidden) }
        return masked(value)
    }

    /// A value without secrets.
    static func masked(_ value: JSONValue) -> [UInt8] {
        switch value.kind {
        case .object:
            JSONWriter.object { object in
                for (name, value) in value.members { object.member(name, raw: masked(value, named: name.lowercased())) }
            }
        case .array: array(value.elements.map(masked))
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
        // A session's rows, unlike the session that a client holds, are no secret.
        guard value.kind == .string || value.kind == .number else { return masked(value) }
        // Such as SOFTWARE_TOKEN_MFA_CODE; an errorCode is none.
        if secrets.contains(name) || name.hasSuffix("_code") { return quoted(hidden) }
        if credentials.contains(name) { return quoted(shortened(value.string ?? "")) }
        return masked(value)
    }

    /// The first and last four characters of a secret; nothing of a short one.
    static func shortened(_ secret: String) -> String {
        secret.count < 24 ? hidden : "\(secret.prefix(4))…\(secret.suffix(4))"
    }

    /// A text whose tokens are shortened, such as an address with one in its query.
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

    private static func array(_ elements: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}
