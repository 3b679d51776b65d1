/// The certificates of a bundle, found by their subjects without being decoded.
final class RootIndex: Sendable {
    /// The certificates in DER, one after the other.
    private let der: [UInt8]
    /// Where the certificates with a subject are, by its folded name.
    private let ranges: [UInt64: [Range<Int>]]

    /// The certificates of a PEM bundle; nil if it has none, or anything else than certificates that are well-formed.
    init?(pem: [UInt8]) {
        guard let bundle = PEMBundle(pem), !bundle.blocks.isEmpty else { return nil }
        var ranges: [UInt64: [Range<Int>]] = [:]
        ranges.reserveCapacity(bundle.blocks.count)
        let reader = DERReader(bundle.der)
        for block in bundle.blocks {
            guard let subject = reader.subject(ofCertificate: block), let key = FoldedName.key(reader, subject)
            else { return nil }
            ranges[key, default: []].append(block)
        }
        der = bundle.der
        self.ranges = ranges
    }

    /// The encoded certificates whose subjects have this folded name, in the bundle's order. Other subjects may have it,
    /// too.
    func roots(_ key: UInt64) -> [[UInt8]] { (ranges[key] ?? []).map { Array(der[$0]) } }
}
