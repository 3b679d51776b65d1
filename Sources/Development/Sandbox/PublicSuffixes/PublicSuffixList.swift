internal import Foundation

/// The names below which the public registers its own (https://publicsuffix.org): `com`, `co.uk`, `github.io`.
///
/// The copy kept here, `public_suffix_list.dat`, is the work of its contributors under the Mozilla Public License 2.0,
/// unchanged. To replace it by a newer one, change `version` with it.
package struct PublicSuffixList: Sendable {
    /// The copy's version: when it was taken, and Debian's package that it is from.
    package static let version = "2023-02-09 (publicsuffix 20230209.2326-1)"

    private var rules: Set<String> = []
    /// What follows the asterisk of rules that have one.
    private var wildcards: Set<String> = []
    private var exceptions: Set<String> = []

    /// A list in the published format: a rule a line.
    package init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("//") {
            guard let word = line.split(whereSeparator: \.isWhitespace).first else { continue }
            if word.hasPrefix("!") {
                exceptions.insert(Punycode.name(word.dropFirst()))
            } else if word.hasPrefix("*.") {
                wildcards.insert(Punycode.name(word.dropFirst(2)))
            } else {
                rules.insert(Punycode.name(word))
            }
        }
    }

    /// The copy that is kept here.
    ///
    /// - Throws: `SandboxError.fileMissing` when it is not beside the program.
    package static func kept() throws(SandboxError) -> PublicSuffixList {
        guard let url = Bundle.module.url(forResource: "public_suffix_list", withExtension: "dat"),
            let data = try? Data(contentsOf: url)
        else { throw .fileMissing("the list of public suffixes is not where it was built") }
        return PublicSuffixList(String(decoding: data, as: UTF8.self))
    }

    /// The public suffix of a domain in the form browsers write; the last label where no rule matches.
    package func publicSuffix(of domain: String) -> String {
        let labels = domain.split(separator: ".")
        for index in labels.indices {
            let name = labels[index...].joined(separator: ".")
            let parent = labels[(index + 1)...].joined(separator: ".")
            if exceptions.contains(name) { return parent }
            if rules.contains(name) || !parent.isEmpty && wildcards.contains(parent) { return name }
        }
        return labels.last.map(String.init) ?? ""
    }

    /// The part of a domain that somebody has registered: one label below its public suffix; nil for a suffix itself.
    package func registrableDomain(of domain: String) -> String? {
        let suffix = publicSuffix(of: domain)
        guard domain != suffix, domain.hasSuffix("." + suffix) else { return nil }
        let label = domain.dropLast(suffix.count + 1).split(separator: ".").last ?? ""
        return "\(label).\(suffix)"
    }
}
