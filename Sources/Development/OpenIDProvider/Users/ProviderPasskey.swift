internal import WebAuthn

/// A passkey of somebody's account.
struct ProviderPasskey {
    /// What its signatures are verified with.
    var record: CredentialRecord
    /// When it was made, in seconds since 1970.
    let createdAt: Int64
    /// What its owner calls it; nil as long as they have not said.
    var name: String?

    /// A name as a request has it.
    ///
    /// - Throws: `invalidRequest`.
    static func name(_ form: RequestForm) throws(ProviderError) -> String {
        guard let name = PasskeyName.normalized(try form.requiredText("name")) else {
            throw .invalidRequest("name must have 1 to \(PasskeyName.maximumLength) characters, and none of control")
        }
        return name
    }
}
