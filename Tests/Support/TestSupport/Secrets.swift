private import CLibrary

extension String {
    /// Whether the text shows a secret, byte for byte.
    ///
    /// A code of digits counts only as a number of its own, with no hexadecimal digit beside it: a time or an id holds
    /// the same six digits by chance once in a few thousand sign-ins.
    package func shows(_ secret: String) -> Bool {
        // The standard library's `contains` takes many times as long, and tests search the log after each call.
        guard unsafe strstr(self, secret) != nil else { return false }
        guard secret.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return true }
        return split { !$0.isHexDigit }.contains { $0 == secret }
    }
}

extension Sequence<String> {
    /// The lines that show one of the secrets.
    package func showing(anyOf secrets: some Collection<String>) -> [String] {
        filter { line in secrets.contains { line.shows($0) } }
    }
}
