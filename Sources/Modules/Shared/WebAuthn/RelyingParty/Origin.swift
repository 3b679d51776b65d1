internal import JSON
private import Primitives

/// Where ceremonies may take place: a web origin or an Android app. The text is exactly what clients write in client
/// data, and is compared byte by byte.
package struct Origin: Sendable, Hashable {
    private static let androidPrefix = "android:apk-key-hash:"

    /// The origin as clients write it in client data.
    package let text: String
    /// The host of a web origin; nil for an Android app.
    package let host: String?

    /// An origin from its text: `https://` with a host and, if it is not 443, a port; `http://`, only for `localhost`;
    /// or `android:apk-key-hash:` with the base64url SHA-256 of the app's signing certificate.
    ///
    /// - Throws: `invalidOrigin` if no client would write the text, for example with a trailing slash or capital
    ///   letters.
    package init(_ text: String) throws(ConfigurationError) {
        host = Self.webHost(text)
        guard host != nil || Self.isAndroidApp(text) else { throw .invalidOrigin(text) }
        self.text = text
    }

    /// The origin of an Android app from the SHA-256 of its signing certificate in the form that Android's tools print:
    /// 32 pairs of hexadecimal digits separated by colons.
    ///
    /// - Throws: `invalidOrigin`.
    package init(androidFingerprint text: String) throws(ConfigurationError) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        let hash = pairs.compactMap { $0.utf8.count == 2 && !$0.hasPrefix("+") ? UInt8($0, radix: 16) : nil }
        guard hash.count == 32, pairs.count == 32 else { throw .invalidOrigin(text) }
        self.text = Self.androidPrefix + Base64URL.encode(hash)
        host = nil
    }

    /// Whether pages there may use the passkeys of a relying party without being named as related: their host is the
    /// relying party's id, or below it (WebAuthn section 5.1.3, step 8). True for an Android app, which has no host.
    package func isWithin(relyingPartyID id: String) -> Bool { host.map { $0 == id || $0.hasSuffix("." + id) } ?? true }

    /// Whether the text in client data names this origin.
    func isNamed(by text: String) -> Bool { self.text.hasSameBytes(as: text) }

    private static func isAndroidApp(_ text: String) -> Bool {
        guard text.hasPrefix(androidPrefix) else { return false }
        let hash = Base64URL.decode(Array(text.utf8.dropFirst(androidPrefix.utf8.count))[...])
        return hash?.count == 32
    }

    /// The host if the text is a web origin; nil otherwise.
    private static func webHost(_ text: String) -> String? {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let authority = text.dropFirst(isSecure ? 8 : 7)
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, DomainName.isValid(host) else { return nil }
        guard isSecure || host == "localhost" || host.hasSuffix(".localhost") else { return nil }
        guard let port = parts.dropFirst().first else { return String(host) }
        // Browsers write the port without a sign or leading zeros, and leave out the scheme's default port.
        guard let number = UInt16(port), number > 0, String(number).utf8.elementsEqual(port.utf8) else { return nil }
        return number == (isSecure ? 443 : 80) ? nil : String(host)
    }
}

/// The form of the domain names of relying parties and web origins.
enum DomainName {
    /// Whether a text is a domain name in the form that browsers write: labels of lower-case letters, digits and
    /// hyphens (RFC 1034 section 3.5).
    static func isValid(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 253 else { return false }
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            1...63 ~= label.count && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        }
    }
}

/// The origins of other domains where a relying party's passkeys may be used (WebAuthn section 5.11). A client reads
/// them from `https://<relying party id>/.well-known/webauthn`.
package struct RelatedOrigins: Sendable {
    /// Clients read only so many different labels (section 5.11.1). They ignore the origins after those.
    package static let maximumLabels = 5

    /// The web origins. Apps are associated with the domain in other files.
    package let origins: [Origin]

    /// Related origins; apps among them are left out.
    ///
    /// - Throws: `tooManyLabels`, with the labels.
    package init(_ origins: [Origin]) throws(ConfigurationError) {
        self.origins = origins.filter { $0.host != nil }
        var labels: [String] = []
        for host in self.origins.compactMap(\.host) {
            let label = Self.likelyLabel(host)
            if !labels.contains(where: { $0.hasSameBytes(as: label) }) { labels.append(label) }
        }
        guard labels.count <= Self.maximumLabels else { throw .tooManyLabels(labels) }
    }

    /// The file, to be served as `application/json`.
    package var file: [UInt8] {
        JSONWriter.object { file in file.member("origins", origins.map(\.text)) }
    }

    /// The label that most likely counts, the first one of the registrable domain: the last but one, or the one before
    /// if that one is short and a country's domain follows, as in `co.uk`. Only a list of public suffixes knows it
    /// exactly.
    package static func likelyLabel(_ host: String) -> String {
        let labels = host.split(separator: ".").map(String.init)
        guard labels.count > 1 else { return host }
        let (name, suffix) = (labels[labels.count - 2], labels[labels.count - 1])
        let isSecondLevel = suffix.utf8.count == 2 && name.utf8.count <= 3 && labels.count > 2
        return isSecondLevel ? labels[labels.count - 3] : name
    }
}
