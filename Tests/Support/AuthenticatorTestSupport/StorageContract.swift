package import AuthenticatorService

/// What every storage of the authenticator must do, rule by rule. The tests of each storage run all of them.
package struct StorageContract: CustomStringConvertible, Sendable {
    /// The rule in words.
    package let description: String
    /// Checks the rule on an empty storage.
    package let check: @Sendable (any AuthenticatorStorage) throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any AuthenticatorStorage) throws -> Void) {
        self.description = description
        self.check = check
    }

    /// All rules.
    package static let all = users + authenticators
}
