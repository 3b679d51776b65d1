extension String {
    /// The string as one segment of a URL's path (RFC 3986 section 2.1). All characters except section 2.3's unreserved
    /// ones are percent-encoded, including `/`, so that no value can change the requested path.
    package var percentEncodedSegment: String {
        // In a URL, a segment of one or two dots is a step within the path (section 3.3).
        let areDots = utf8.count <= 2 && utf8.allSatisfy { $0 == UInt8(ascii: ".") }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count)
        var text = self
        // A text's own bytes take several times as long one by one as those of a buffer.
        text.withUTF8 { bytes in
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                if byte.isUnreserved, !areDots {
                    encoded.append(byte)
                } else {
                    let digits = Array("0123456789ABCDEF".utf8)
                    encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text with its percent encoding resolved; nil if a percent sign is not followed by two hexadecimal digits, or
    /// if the bytes are not UTF-8.
    package var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap(\.hexadecimalValue)
            guard digits.count == 2 else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(digits[0] << 4 | digits[1])
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool { isASCIIAlphanumeric || "-._~".utf8.contains(self) }
}
