internal import Primitives

/// A language that mails are written in, by its BCP 47 name.
enum MailLanguage: String, CaseIterable, Sendable {
    case english = "en", german = "de", french = "fr", spanish = "es"

    /// The first language of a user's locale for which there are texts; nil if there is none. It takes BCP 47's form
    /// and the one with underscores, in any case, and several of them after one another, separated by commas.
    init?(locale: String) {
        for tag in locale.utf8.prefix(256).split(separator: UInt8(ascii: ",")) {
            let language = tag.drop { $0 == UInt8(ascii: " ") }.prefix { $0.isASCIILetter }
            let rest = tag.drop { $0 == UInt8(ascii: " ") }.dropFirst(language.count)
            // `deutsch2` and `de.UTF-8` are no tags, but the second one begins with a language all the same.
            guard rest.first.map({ "-_.@; ".utf8.contains($0) }) ?? true else { continue }
            let name = String(decoding: language.map(\.asciiLowercased), as: UTF8.self)
            guard let found = MailLanguage(rawValue: name) else { continue }
            self = found
            return
        }
        return nil
    }
}
