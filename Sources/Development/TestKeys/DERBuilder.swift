/// The few elements of ASN.1 DER (X.690) that private keys and certificates consist of.
package enum DERBuilder {
    /// An element with the given tag around the given contents.
    package static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        guard contents.count >= 0x80 else { return [tag, UInt8(contents.count)] + contents }
        var length: [UInt8] = []
        var rest = contents.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + contents
    }

    /// A sequence of elements.
    package static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, Array(elements.joined())) }

    static func octetString(_ contents: [UInt8]) -> [UInt8] { element(0x04, contents) }

    /// A non-negative integer from its big-endian bytes, which may begin with zeros.
    static func integer(_ bigEndian: [UInt8]) -> [UInt8] {
        let digits = Array(bigEndian.drop { $0 == 0 })
        let needsSign = (digits.first ?? 0x80) >= 0x80
        return element(0x02, needsSign ? [0] + digits : digits)
    }
}
