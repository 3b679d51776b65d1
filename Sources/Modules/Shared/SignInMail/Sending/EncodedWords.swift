private import Primitives

/// Texts that are not ASCII in a mail's header (RFC 2047).
enum EncodedWords {
    /// The text as encoded words of at most 75 characters, each of whole characters.
    static func encoded(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            // 45 bytes are 60 characters in base64.
            if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: " ")
    }

    /// Whether a word looks like an encoded one.
    static func isOne(_ word: String) -> Bool { word.hasPrefix("=?") && word.hasSuffix("?=") }

    /// The text that words stand for, some of which may be encoded; nil if one is in another encoding than UTF-8. The
    /// space between two encoded words is no part of the text.
    static func decoded(_ words: [String]) -> String? {
        var bytes: [UInt8] = []
        for (index, word) in words.enumerated() {
            if index > 0, !isOne(word) || !isOne(words[index - 1]) { bytes.append(UInt8(ascii: " ")) }
            guard let part = isOne(word) ? contents(of: word) : Array(word.utf8) else { return nil }
            bytes += part
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The bytes that an encoded word stands for.
    private static func contents(of word: String) -> [UInt8]? {
        let parts = word.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 5, parts[1].lowercased() == "utf-8" else { return nil }
        return switch parts[2].lowercased() {
        case "b": Base64.decode(parts[3])
        case "q":
            String(decoding: parts[3].utf8.flatMap(percent), as: UTF8.self).percentDecoded.map { Array($0.utf8) }
        default: nil
        }
    }

    /// A byte of the `Q` encoding, in percent encoding.
    private static func percent(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "="): [UInt8(ascii: "%")]
        case UInt8(ascii: "_"): Array("%20".utf8)
        case UInt8(ascii: "%"): Array("%25".utf8)
        default: [byte]
        }
    }
}
