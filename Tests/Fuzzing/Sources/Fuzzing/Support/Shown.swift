extension Sequence<UInt8> {
    /// Whether a text shows a secret. A code of digits counts only where no hexadecimal digit stands beside it: in the
    /// digits of a time or an id every code stands now and then.
    func shows(_ secret: String) -> Bool {
        let text = Array(self)
        let secret = Array(secret.utf8)
        guard !secret.isEmpty, secret.allSatisfy(\.isDigit) else { return text.contains(secret) }
        return text.ranges(of: secret).contains { range in
            !(text[..<range.lowerBound].last?.isHexDigit ?? false)
                && !(text[range.upperBound...].first?.isHexDigit ?? false)
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    fileprivate var isHexDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
}
