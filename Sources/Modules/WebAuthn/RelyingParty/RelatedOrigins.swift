internal import JSON
private import Primitives

/// The origins of other domains where a relying party's passkeys may be used (WebAuthn section 5.11). A client reads them
/// from `https://<relying party id>/.well-known/webauthn`.
package struct RelatedOrigins: Sendable {
    /// Clients read only so many different labels (section 5.11.1). They ignore the origins after those.
    package static let maximumLabels = 5

    /// The web origins. Apps are associated with the domain in other files.
    package let origins: [Origin]

    /// Related origins; apps among them are left out.
    ///
    /// - Parameter label: returns the label of a host that counts: the first one of its registrable domain, such as
    ///   `example` for `shop.example.co.uk`. Only a list of public suffixes knows it exactly.
    /// - Throws: `tooManyLabels`, with the labels.
    package init(
        _ origins: [Origin], label: (_ host: String) -> String = Self.likelyLabel
    ) throws(ConfigurationError) {
        self.origins = origins.filter { $0.host != nil }
        var labels: [String] = []
        for host in self.origins.compactMap(\.host) {
            let label = label(host)
            if !labels.contains(where: { $0.hasSameBytes(as: label) }) { labels.append(label) }
        }
        guard labels.count <= Self.maximumLabels else { throw .tooManyLabels(labels) }
    }

    /// The file, to be served as `application/json`.
    package var file: [UInt8] {
        JSONWriter.object { file in file.member("origins", origins.map(\.text)) }
    }

    /// The label that most likely counts, without a list of public suffixes: the last but one, or the one before if that
    /// one is short and a country's domain follows, as in `co.uk`.
    package static func likelyLabel(_ host: String) -> String {
        let labels = host.split(separator: ".").map(String.init)
        guard labels.count > 1 else { return host }
        let (name, suffix) = (labels[labels.count - 2], labels[labels.count - 1])
        let isSecondLevel = suffix.utf8.count == 2 && name.utf8.count <= 3 && labels.count > 2
        return isSecondLevel ? labels[labels.count - 3] : name
    }
}
