/// An Android app that may use the relying party's passkeys.
package struct AndroidApp: Sendable, Equatable {
    /// The app's package name.
    package let packageName: String
    /// The SHA-256 of each certificate that signs the app: pairs of hexadecimal digits separated by colons.
    package let fingerprints: [String]

    /// An app.
    package init(packageName: String, fingerprints: [String]) {
        self.packageName = packageName
        self.fingerprints = fingerprints
    }
}
