private import Primitives

/// Domain names in the form that the DNS and browsers use: ASCII, with A-labels (`xn--`) for labels of other scripts.
package enum DomainName {
    /// The name with its labels encoded and its ASCII letters in lower case; nil if it has a label that cannot be
    /// encoded, or is too long.
    ///
    /// Nothing is mapped but the case of ASCII letters, which no domain distinguishes. What a program would have to
    /// guess, such as a capital letter of another script, has no encoding.
    package static func encoded(_ name: Substring) -> String? {
        var labels: [String] = []
        for label in name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard let encoded = DomainLabel.encoded(Substring(label)) else { return nil }
            labels.append(encoded)
        }
        let text = labels.joined(separator: ".")
        return text.utf8.count <= 253 ? text : nil
    }
}

/// One label of a domain name.
enum DomainLabel {
    /// The longest label, in bytes and in encoded form (RFC 1035 section 2.3.4).
    private static let longest = 63
    /// What begins a label that stands for one of another script (RFC 5890 section 2.3.2.5).
    private static let prefix = Array("xn--".utf8)

    static func encoded(_ label: Substring) -> String? {
        // A label of more scalars is too long in any encoding.
        let scalars = label.unicodeScalars.prefix(longest + 1).map { $0.isASCII ? lowercased($0) : $0 }
        guard 1...longest ~= scalars.count, scalars.first != "-", scalars.last != "-" else { return nil }
        if scalars.allSatisfy(\.isASCII) {
            let bytes = scalars.map { UInt8(truncatingIfNeeded: $0.value) }
            return isLabel(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
        }
        guard InternationalLabel.isValid(scalars) else { return nil }
        let bytes = prefix + Punycode.encoded(scalars.map(\.value))
        return bytes.count <= longest ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(ascii: scalar).asciiLowercased)
    }

    /// Whether a label of ASCII is one. Underscores are in no host name, but some domains have them. What begins like
    /// an A-label must stand for a label that is not ASCII, whatever rules that one follows: registries have given away
    /// names with joiners and symbols, and nothing has to be guessed to reach them.
    private static func isLabel(_ bytes: [UInt8]) -> Bool {
        guard bytes.allSatisfy(\.isASCIINameCharacter) else { return false }
        guard bytes.starts(with: prefix) else { return true }
        let text = Array(bytes.dropFirst(prefix.count))
        guard let values = Punycode.decoded(text), Punycode.encoded(values) == text else { return false }
        // One of the values is not ASCII, or else the label would end with a hyphen.
        return values.allSatisfy { Unicode.Scalar($0) != nil }
    }
}
