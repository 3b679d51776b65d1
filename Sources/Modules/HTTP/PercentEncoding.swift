extension String {
    /// The string as one segment of a URL's path: everything but RFC 3986 section 2.3's unreserved characters is
    /// percent-encoded, `/` included, so that no value can change which path is asked for.
    package var percentEncodedSegment: String {
        // A segment of dots alone would be taken for a step within the path (section 3.3).
        let areDots = utf8.count <= 2 && utf8.allSatisfy { $0 == UInt8(ascii: ".") }
        if !areDots, utf8.allSatisfy(\.isUnreserved) { return self }
        var encoded: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved, !areDots {
                encoded.append(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
