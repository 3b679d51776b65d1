private import Primitives

/// What a mail says in one language. Every mail has the same form in all of them: an opening, then the code and how it
/// is used, or the facts, then the closing.
struct MailWords {
    let subject: String
    let opening: String
    let closing: [String]
    /// How a code of digits is used.
    let digits: String
    /// How a long code is used.
    let long: String
    /// When it happened.
    let time: String
    /// What the facts are called: the passkey, who keeps it, when it happened, and the other passkeys.
    let passkey: String, provider: String, moment: String, others: String
}

/// The form of a mail, before it becomes plain text and HTML.
struct MailContent {
    /// A part of the body.
    enum Part {
        case paragraph(String)
        /// A code, on a line of its own.
        case code(MailedCode)
        /// Facts, each on a line of its own, after what they are.
        case facts([(name: String, value: String)])
    }

    let subject: String
    private let language: MailLanguage
    private let parts: [Part]

    /// The content of a message in a language.
    init(_ message: MailMessage, in language: MailLanguage, _ context: MailContext) {
        self.language = language
        let words = language.words(message, context)
        subject = words.subject
        let middle: [Part] =
            if let code = message.code {
                [.code(code), .paragraph(code.form == .digits ? words.digits : words.long)]
            } else {
                [.facts(message.facts(words))]
            }
        parts = [.paragraph(words.opening)] + middle + words.closing.map { .paragraph($0) }
    }

    /// The body as plain text.
    var text: String {
        parts.map { part in
            switch part {
            case .paragraph(let text): text + "\n"
            case .code(let code): code.text + "\n"
            case .facts(let facts): facts.map { "\($0.name)\(language.colon)\($0.value)\n" }.joined()
            }
        }.joined(separator: "\n")
    }

    /// The body as HTML, with everything escaped that is not markup of ours.
    var html: String {
        let body = parts.map { part in
            switch part {
            case .paragraph(let text): return "<p>\(Self.escaped(text))</p>"
            case .code(let code):
                let size = code.form == .digits ? "2em;letter-spacing:0.2em" : "1.5em"
                return
                    "<p style=\"font-family:monospace;font-size:\(size)\">"
                    + "<strong>\(Self.escaped(code.text))</strong></p>"
            case .facts(let facts):
                let lines = facts.map {
                    "\(Self.escaped($0.name))\(language.colon)<strong>\(Self.escaped($0.value))</strong>"
                }
                return "<p>\(lines.joined(separator: "<br>"))</p>"
            }
        }.joined()
        // The first `meta` keeps mail programs from making links of dates and numbers.
        return "<!DOCTYPE html><html lang=\"\(language.rawValue)\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"format-detection\" content=\"telephone=no,date=no,address=no,email=no,url=no\">"
            + "<title>\(Self.escaped(subject))</title></head>"
            + "<body style=\"font-family:sans-serif\">\(body)</body></html>"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension MailMessage {
    /// A notice's extra facts. Missing ones are omitted.
    fileprivate func facts(_ words: MailWords) -> [(name: String, value: String)] {
        let (passkey, others): (PasskeyLabel?, [PasskeyLabel]) =
            switch self {
            case .firstPasskeyAdded(let passkey), .passkeyRemoved(let passkey): (passkey, [])
            case .passkeyAdded(let passkey, let others): (passkey, others)
            case .signInCode, .addressCode, .addressChanged, .authenticatorsReset: (nil, [])
            }
        let lines = others.compactMap(\.line).joined(separator: ", ")
        let facts: [(name: String, value: String?)] = [
            (words.passkey, passkey?.name), (words.provider, passkey?.provider), (words.moment, words.time),
            (words.others, lines.isEmpty ? nil : lines),
        ]
        return facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
    }
}

extension MailLanguage {
    /// What stands between a name and its value.
    fileprivate var colon: String { self == .french ? "\u{A0}: " : ": " }

    fileprivate func words(_ message: MailMessage, _ context: MailContext) -> MailWords {
        let (minutes, isRepeated) = (message.code?.minutes ?? 0, message.code?.isRepeated ?? false)
        return switch self {
        case .english: MailWords(english: message, context, minutes: minutes, isRepeated: isRepeated)
        case .german: MailWords(german: message, context, minutes: minutes, isRepeated: isRepeated)
        case .french: MailWords(french: message, context, minutes: minutes, isRepeated: isRepeated)
        case .spanish: MailWords(spanish: message, context, minutes: minutes, isRepeated: isRepeated)
        }
    }
}

/// What every mail names in addition to its message.
struct MailContext: Equatable {
    /// The service's name.
    let service: String
    /// The day, such as `2026-11-22`, in UTC.
    let day: String
    /// The hour and minute, such as `06:03`, in UTC.
    let minute: String

    /// A context at a moment, in milliseconds since 1970.
    init(service: String, milliseconds: Int64) {
        self.service = service
        let time = Timestamp.rfc3339(milliseconds: milliseconds).utf8
        let parts = time.split(separator: UInt8(ascii: "T"))
        day = String(decoding: parts[0], as: UTF8.self)
        minute = String(decoding: parts[1].prefix(5), as: UTF8.self)
    }
}
