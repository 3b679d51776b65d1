/// The certificates of a PEM bundle (RFC 7468 section 5), decoded from base64 and no further.
///
/// It reads only the usual form: plain `CERTIFICATE` blocks of full lines, and text between them. What it takes, OpenSSL
/// reads in the same way.
struct PEMBundle {
    /// The contents of all blocks, one after the other.
    private(set) var der: [UInt8] = []
    /// The place of each block's content.
    private(set) var blocks: [Range<Int>] = []

    private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let end = Array("-----END CERTIFICATE-----".utf8)
    /// OpenSSL reads longer lines in parts.
    private static let longestLine = 250

    /// Reads a bundle; nil if it has anything but certificates in the usual form.
    init?(_ pem: [UInt8]) {
        der.reserveCapacity(pem.count / 4 * 3)
        var lines = Base64Lines()
        var start: Int?
        var rest = pem[...]
        while !rest.isEmpty {
            let line = rest[..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex)]
            rest = rest[line.endIndex...].dropFirst()
            let text = Self.withoutTrailingSpace(line)
            if let blockStart = start {
                if text.elementsEqual(Self.end) {
                    guard der.count > blockStart else { return nil }
                    blocks.append(blockStart..<der.count)
                    start = nil
                } else {
                    guard lines.decode(text, into: &der) else { return nil }
                }
            } else if text.elementsEqual(Self.begin) {
                (start, lines) = (der.count, Base64Lines())
            } else {
                // A comment. Dashes might begin a block of another kind.
                guard text.count <= Self.longestLine, !text.starts(with: "--".utf8) else { return nil }
            }
        }
        guard start == nil else { return nil }
    }

    private static func withoutTrailingSpace(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = line
        while let last = text.last, last <= 0x20 { text.removeLast() }
        return text
    }
}
