/// What tells a passkey from the user's others.
package struct PasskeyLabel: Equatable, Sendable {
    /// The passkey's name; nil if it has none.
    let name: String?
    /// Who keeps it, such as `iCloud Keychain`; nil if that is unknown.
    let provider: String?

    /// A label. Users and their devices choose these texts, so only what cannot be taken for markup or an address
    /// stays.
    package init(name: String?, provider: String?) {
        self.name = name.flatMap(HarmlessText.of)
        self.provider = provider.flatMap(HarmlessText.of)
    }

    /// Both in one line; nil if there is neither.
    var line: String? {
        guard let name else { return provider }
        guard let provider, provider != name else { return name }
        return "\(name) (\(provider))"
    }
}
