internal import JSON
internal import Primitives
internal import WebAuthn

/// Where a page or an app wants to use the sandbox's passkeys, and what to tell somebody who has not allowed it.
struct PasskeyOrigin: Equatable {
    /// The origin, as browsers and Android write it.
    let text: String

    /// The outcome in the timeline of a request from an origin that is not allowed.
    static let refusal = "origin not allowed"

    /// An origin.
    init(_ text: String) { self.text = text }

    /// The origin that the client data of the credential in a request names; nil if there is none.
    init?(ofCredentialIn body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        let credential =
            ["authenticationCredential", "registrationCredential", "authn_response"].lazy.compactMap { json[$0] }.first
        guard let text = credential?["response"]?["clientDataJSON"]?.string,
            let bytes = Base64.decodeAnyForm(text),
            let data = try? CollectedClientData(bytes)
        else { return nil }
        self.text = data.origin
    }

    /// The advice for a developer whose app runs there.
    var advice: String {
        if let fingerprint = androidFingerprint {
            return "The Android app with the certificate \(fingerprint) may not use the sandbox's passkeys. Start the "
                + "sandbox with --android-app PACKAGE=\(fingerprint)"
        }
        guard (try? Origin(text)) != nil else {
            return "Pages of the origin \(text) cannot use passkeys. Serve them over https, or from http://localhost"
        }
        return "Pages of \(text) may not use the sandbox's passkeys. Start the sandbox with --origin \(text)"
    }

    /// The SHA-256 of the certificate of an Android app, in the form in which tools print it; nil for a web page.
    private var androidFingerprint: String? {
        let prefix = "android:apk-key-hash:"
        guard text.hasPrefix(prefix), let hash = Base64URL.decode(String(text.dropFirst(prefix.count))) else {
            return nil
        }
        return hash.map { String(0x100 + Int($0), radix: 16, uppercase: true).dropFirst() }.joined(separator: ":")
    }
}
