private import Primitives

/// A user's locale in the form in which the names of stored templates end.
struct MailLocale: Equatable {
    /// A language, such as `de` or `fil`.
    let language: String
    /// The language, and the region if there is one: `pt-BR`.
    let name: String

    /// Reads a language with a region or without, such as `de`, `pt-BR` or `pt_br`; nil for anything else that a user
    /// wrote there.
    init?(_ locale: String) {
        let parts = locale.utf8.split(omittingEmptySubsequences: false) { "-_".utf8.contains($0) }
        guard 1...2 ~= parts.count, 2...3 ~= parts[0].count, parts[0].allSatisfy(\.isASCIILetter) else { return nil }
        language = String(decoding: parts[0].map(\.asciiLowercased), as: UTF8.self)
        guard parts.count == 2 else {
            name = language
            return
        }
        guard parts[1].count == 2, parts[1].allSatisfy(\.isASCIILetter) else { return nil }
        name = language + "-" + String(decoding: parts[1].map { $0 & ~0x20 }, as: UTF8.self)
    }
}
