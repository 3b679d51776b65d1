import EmailCodes

extension CodeAccount {
    /// An account at one client.
    static func sample(
        _ id: String, _ address: String? = "anna@example.test", verified: Bool = true
    ) -> CodeAccount {
        CodeAccount(id: id, client: "client", address: address, isAddressVerified: verified)
    }
}
