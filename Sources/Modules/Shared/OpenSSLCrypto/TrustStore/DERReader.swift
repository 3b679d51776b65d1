/// Reads the structure of DER (X.690) in place: tags, lengths and nesting, but no values.
struct DERReader {
    private let bytes: [UInt8]

    /// Tags of X.509.
    enum Tag {
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let objectIdentifier: UInt8 = 0x06
        static let sequence: UInt8 = 0x30
        static let set: UInt8 = 0x31
        /// Context-specific and constructed, number 0: a certificate's version.
        static let version: UInt8 = 0xA0
    }

    /// An element: its tag, and where its contents are.
    struct Element {
        let tag: UInt8
        let contents: Range<Int>
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at a position inside an element's contents.
    subscript(position: Int) -> UInt8 { bytes[position] }

    /// Takes the first element of a range off it; nil if there is none, or if its length is not DER or exceeds the
    /// range.
    func next(_ range: inout Range<Int>) -> Element? {
        guard range.count >= 2, self[range.lowerBound] & 0x1F != 0x1F else { return nil }
        let tag = self[range.lowerBound]
        var start = range.lowerBound + 2
        var length = Int(self[range.lowerBound + 1])
        if length >= 0x80 {
            let size = length & 0x7F
            // No certificate is longer than three bytes can say.
            guard 1...3 ~= size, range.upperBound - start >= size else { return nil }
            length = 0
            for _ in 0..<size {
                length = length << 8 | Int(self[start])
                start += 1
            }
            guard length >= (size == 1 ? 0x80 : 1 << (8 * (size - 1))) else { return nil }
        }
        guard range.upperBound - start >= length else { return nil }
        range = start + length..<range.upperBound
        return Element(tag: tag, contents: start..<start + length)
    }

    /// Takes an element with a tag off a range.
    func next(_ range: inout Range<Int>, _ tag: UInt8) -> Element? {
        guard let element = next(&range), element.tag == tag else { return nil }
        return element
    }

    /// Whether a range consists of elements, as does each that is constructed.
    func isWellFormed(_ range: Range<Int>, depth: Int = 0) -> Bool {
        var rest = range
        while !rest.isEmpty {
            guard depth < 16, let element = next(&rest) else { return false }
            guard element.tag & 0x20 == 0 || isWellFormed(element.contents, depth: depth + 1) else { return false }
        }
        return true
    }

    /// Where the contents of the subject's name are in a certificate (RFC 5280 section 4.1); nil unless the range holds
    /// one certificate, whole and well-formed.
    func subject(ofCertificate range: Range<Int>) -> Range<Int>? {
        var all = range
        guard isWellFormed(range), let certificate = next(&all, Tag.sequence), all.isEmpty else { return nil }
        var parts = certificate.contents
        guard let signed = next(&parts, Tag.sequence), next(&parts, Tag.sequence) != nil,
            next(&parts, Tag.bitString) != nil, parts.isEmpty
        else { return nil }
        var fields = signed.contents
        if let first = fields.first, self[first] == Tag.version { _ = next(&fields) }
        guard next(&fields, Tag.integer) != nil else { return nil }
        // The signature's algorithm, the issuer and the validity period.
        for _ in 0..<3 { guard next(&fields, Tag.sequence) != nil else { return nil } }
        guard let subject = next(&fields, Tag.sequence), next(&fields, Tag.sequence) != nil else { return nil }
        return subject.contents
    }
}
