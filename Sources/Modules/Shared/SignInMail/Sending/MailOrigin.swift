private import Addresses
private import Primitives

/// Whom mails come from (`OTP_SENDER`): an address, alone or in `<` and `>` after a name.
struct MailOrigin: Equatable {
    /// The sender as a mail's header has it, in ASCII.
    let header: String
    /// The name; the address's domain if there is none.
    let name: String

    /// Why a text is no sender, as it continues after the variable's name.
    enum Problem: String, Error {
        case notAnAddress = "must be the address that codes are sent from"
        case localPart = "must be an address that is ASCII before the @, as Amazon SES demands"
        case domain = "must be an address whose domain can be encoded (xn--)"
        case name = "must have a name without <, > and control characters"
    }

    /// Reads the text of the variable. Spaces around it do not count.
    init(_ text: String) throws(Problem) {
        let (typed, written) = Self.parts(of: text.trimmingSpaces)
        guard text.utf8.count <= 320 else { throw .notAnAddress }
        let address: EmailAddress
        do throws(EmailAddressError) { address = try EmailAddress(String(written)) } catch {
            switch error {
            case .notOneAddress: throw .notAnAddress
            case .localPart: throw .localPart
            case .domain: throw .domain
            }
        }
        let name = SenderName(typed)
        guard name.isPrintable else { throw .name }
        header = name.phrase.isEmpty ? address.text : "\(name.phrase) <\(address.text)>"
        self.name = name.text.isEmpty ? String(address.text.drop { $0 != "@" }.dropFirst()) : name.text
    }

    private static func parts(of text: String) -> (name: Substring, address: Substring) {
        guard text.utf8.last == UInt8(ascii: ">"), let bracket = text.utf8.lastIndex(of: UInt8(ascii: "<")) else {
            return ("", text[...])
        }
        return (text[..<bracket], text[text.utf8.index(after: bracket)..<text.utf8.index(before: text.endIndex)])
    }
}

/// The name of a sender.
struct SenderName {
    /// The name as people read it; empty if there is none, or one in another encoding than UTF-8.
    let text: String
    /// The name as a header has it (RFC 5322 section 3.2.5).
    let phrase: String

    /// A name as it was written: plain, as a quoted string, or as encoded words.
    init(_ written: Substring) {
        let words = written.utf8.filter { !"\"\\>".utf8.contains($0) }
            .split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        let plain = words.joined(separator: " ")
        text = EncodedWords.decoded(words) ?? ""
        phrase =
            if !plain.utf8.allSatisfy({ $0 < 0x80 }) {
                EncodedWords.encoded(text.isEmpty ? plain : text)
            } else if !words.contains(where: EncodedWords.isOne),
                plain.utf8.contains(where: { "()<>[]:;@,.".utf8.contains($0) })
            {
                "\"\(plain)\""
            } else {
                plain
            }
    }

    /// Whether nothing in the name ends the header, hides other characters or turns them round.
    var isPrintable: Bool {
        text.unicodeScalars.allSatisfy(PlainName.isAllowed) && phrase.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }
}
