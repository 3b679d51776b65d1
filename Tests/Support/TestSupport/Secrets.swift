private import CLibrary

extension String {
    /// Whether the text shows a secret, byte for byte.
    ///
    /// A code of digits counts only where no hexadecimal digit stands beside it, and not as a fraction: a time or an id
    /// holds the same six digits by chance once in a few thousand sign-ins.
    package func shows(_ secret: String) -> Bool {
        // The standard library's `contains` takes many times as long, and tests search the log after each call.
        guard unsafe strstr(self, secret) != nil else { return false }
        guard secret.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return true }
        return ranges(of: secret).contains { range in
            let before = self[..<range.lowerBound].suffix(2)
            let isFraction = before.count == 2 && before.last == "." && before.first?.isNumber == true
            return !isFraction && before.last?.isHexDigit != true
                && self[range.upperBound...].first?.isHexDigit != true
        }
    }
}

extension Sequence<String> {
    /// The lines that show one of the secrets.
    package func showing(anyOf secrets: some Collection<String>) -> [String] {
        filter { line in secrets.contains { line.shows($0) } }
    }
}
