internal import JOSE
internal import JSON
internal import Primitives
internal import TestKeys

/// A token with which somebody answers a challenge. It is right, or wrong in one of the ways that there are.
struct SignedAnswer {
    /// What the app sends.
    let text: String
    /// The claims, if the key that belongs to them signed them; nil for a token that nobody may believe.
    let claims: JSONValue?
    /// Whether the input left the token as it should be.
    let isRight: Bool

    /// A token that the input may change: its claims before they are signed, its text after that, or its key.
    init(
        _ claims: JSONTree, type: String, key: SigningKey, foreignKey: SigningKey, by choices: inout Choices
    ) {
        func sign(_ payload: [UInt8], _ key: SigningKey) -> String {
            certain("a token is signed") { try CompactJWS.sign(payload, type: type, key: key) }
        }
        let right = claims.bytes
        switch choices.index(below: 5) {
        case 1:
            let payload = claims.edited(by: &choices).bytes
            text = sign(payload, key)
            self.claims = try? JSONValue(parsing: payload)
            isRight = payload == right
        case 2:
            let bytes = Array(sign(right, key).utf8)
            let damaged = changed(bytes, by: &choices)
            text = String(decoding: damaged, as: UTF8.self)
            isRight = damaged == bytes
            self.claims = isRight ? try? JSONValue(parsing: right) : nil
        case 3:
            text = sign(right, foreignKey)
            self.claims = nil
            isRight = false
        case 4:
            text = choices.text()
            self.claims = nil
            isRight = false
        default:
            text = sign(right, key)
            self.claims = try? JSONValue(parsing: right)
            isRight = true
        }
    }
}

extension JSONValue {
    /// Whether a member is a string of exactly these bytes.
    func has(_ name: String, _ text: String?) -> Bool {
        guard let text, let value = self[name]?.string else { return false }
        return value.utf8.elementsEqual(text.utf8)
    }
}
