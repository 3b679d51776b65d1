extension Sequence<UInt8> {
    /// Whether a text shows a secret. A code of digits counts only where no letter or digit stands beside it: in the
    /// digits of a time, an id or a digest every code stands now and then.
    func shows(_ secret: String) -> Bool {
        let text = Array(self)
        let secret = Array(secret.utf8)
        guard !secret.isEmpty, secret.allSatisfy(\.isDigit) else { return text.contains(secret) }
        return text.ranges(of: secret).contains { range in
            !(text[..<range.lowerBound].last?.isLetterOrDigit ?? false)
                && !(text[range.upperBound...].first?.isLetterOrDigit ?? false)
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    fileprivate var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
