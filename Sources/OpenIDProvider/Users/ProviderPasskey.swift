internal import WebAuthn

/// A passkey of somebody's account.
struct ProviderPasskey {
    /// What its signatures are verified with.
    var record: CredentialRecord
    /// When it was made, in seconds since 1970.
    let createdAt: Int64
    /// What its owner calls it; nil as long as they have not said.
    var name: String?

    /// The longest name, in characters. Auth0 names no limit.
    private static let maximumNameLength = 100

    /// A name as a request has it: without white space around it, and of one line.
    ///
    /// - Throws: `invalidRequest`.
    static func name(_ form: RequestForm) throws(ProviderError) -> String {
        let name = trimmed(try form.requiredText("name"))
        guard 1...maximumNameLength ~= name.count, !name.unicodeScalars.contains(where: isControl) else {
            throw .invalidRequest("name must have 1 to \(maximumNameLength) characters, and none of control")
        }
        return name
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
