extension String {
    /// The string as one segment of a URL's path: everything but RFC 3986 section 2.3's unreserved characters is
    /// percent-encoded, `/` included, so that no value can change which path is asked for.
    package var percentEncodedSegment: String {
        // A segment of dots alone would be taken for a step within the path (section 3.3).
        if self == "." || self == ".." { return utf8.map { _ in "%2E" }.joined() }
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += byte < 0x10 ? "%0" : "%"
                encoded += String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
