private import Addresses
internal import Foundation

/// The domain names below which the public can register names (https://publicsuffix.org): `com`, `co.uk`, `github.io`.
///
/// The file `public_suffix_list.dat` is an unchanged copy of the list. It is the work of the list's contributors, under
/// the Mozilla Public License 2.0. To replace it with a newer copy, change `version` as well.
package struct PublicSuffixList: Sendable {
    /// The version of the copy: its date, and the Debian package that it comes from.
    package static let version = "2023-02-09 (publicsuffix 20230209.2326-1)"

    private var rules: Set<String> = []
    /// The rules that begin with an asterisk, without it and its dot.
    private var wildcards: Set<String> = []
    private var exceptions: Set<String> = []

    /// Reads a list in the published format: one rule on each line.
    package init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("//") {
            guard let word = line.split(whereSeparator: \.isWhitespace).first else { continue }
            if word.hasPrefix("!") {
                exceptions.insert(Self.name(word.dropFirst()))
            } else if word.hasPrefix("*.") {
                wildcards.insert(Self.name(word.dropFirst(2)))
            } else {
                rules.insert(Self.name(word))
            }
        }
    }

    /// A domain in the form that browsers use. One that cannot be in that form is the name of nothing.
    private static func name(_ word: Substring) -> String { DomainName.encoded(word) ?? "" }

    /// Reads the bundled copy.
    ///
    /// - Throws: `SandboxError.fileMissing` if it is not beside the program.
    package static func bundled() throws(SandboxError) -> PublicSuffixList {
        guard let url = Bundle.module.url(forResource: "public_suffix_list", withExtension: "dat"),
            let data = try? Data(contentsOf: url)
        else { throw .fileMissing("the list of public suffixes is missing from the build folder") }
        return PublicSuffixList(String(decoding: data, as: UTF8.self))
    }

    /// The public suffix of a domain, which must be in the form that browsers use. If no rule matches, it is the last
    /// label.
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

    /// The registrable part of a domain: its public suffix and one more label; nil for a public suffix itself.
    package func registrableDomain(of domain: String) -> String? {
        let suffix = publicSuffix(of: domain)
        guard domain != suffix, domain.hasSuffix("." + suffix) else { return nil }
        let label = domain.dropLast(suffix.count + 1).split(separator: ".").last ?? ""
        return "\(label).\(suffix)"
    }
}
