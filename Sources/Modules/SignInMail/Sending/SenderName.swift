/// The name in a sender such as `Example <no-reply@example.org>`.
enum SenderName {
    /// The name before the address, without its quotes; without a name the address's domain.
    static func of(_ sender: String) -> String {
        let name = sender.prefix { $0 != "<" }
        guard name.utf8.count < sender.utf8.count else { return domain(of: sender) }
        let plain = name.filter { $0 != "\"" && $0 != "\\" && $0 != ">" }
        let words = plain.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? domain(of: sender) : words
    }

    private static func domain(of sender: String) -> String {
        let domain = sender[(sender.lastIndex(of: "@") ?? sender.startIndex)...].dropFirst()
        return String(domain.prefix { $0 != ">" && $0 != " " })
    }
}
