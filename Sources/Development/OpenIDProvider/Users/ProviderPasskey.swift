internal import WebAuthn

/// A passkey of a user's account.
struct ProviderPasskey {
    /// The record with which its signatures are verified.
    var record: CredentialRecord
    /// When it was created, in seconds since 1970.
    let createdAt: Int64
    /// The name that its owner gave it; nil if they gave none.
    var name: String?

    /// The new name in a request.
    ///
    /// - Throws: `invalidRequest`.
    static func name(_ body: ProviderRequestBody) throws(ProviderError) -> String {
        guard let name = PasskeyName.normalized(try body.requiredText("name")) else {
            throw .invalidRequest(
                "name must have 1 to \(PasskeyName.maximumLength) characters, none of them control characters")
        }
        return name
    }
}
