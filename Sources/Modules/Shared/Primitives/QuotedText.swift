extension String {
    /// A text that somebody else chose, as one word of a log line: between quotation marks, in printable ASCII without
    /// spaces, and of bounded length. Every other character is escaped as in Swift, so the text can neither end its
    /// line nor hold a sentence that a metric filter looks for.
    package var quoted: String {
        // More than the longest web origin has: a scheme, a domain name and a port.
        let shown = unicodeScalars.prefix(300)
        var word = "\""
        for scalar in shown {
            let isPlain = 0x21...0x7E ~= scalar.value && scalar != "\"" && scalar != "\\"
            word += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return word + (shown.endIndex == unicodeScalars.endIndex ? "\"" : "\"...")
    }
}
