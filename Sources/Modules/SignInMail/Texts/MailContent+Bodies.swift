extension MailContent {
    /// The body as plain text.
    func text(in language: MailLanguage) -> String {
        parts.map { part in
            switch part {
            case .paragraph(let text): text + "\n"
            case .code(let code): code.text + "\n"
            case .facts(let facts): facts.map { "\($0.name)\(language.colon)\($0.value)\n" }.joined()
            }
        }.joined(separator: "\n")
    }

    /// The body as HTML, with everything escaped that is not markup of ours.
    func html(in language: MailLanguage) -> String {
        let body = parts.map { part in
            switch part {
            case .paragraph(let text): return "<p>\(Self.escaped(text))</p>"
            case .code(let code):
                let size = code.form == .digits ? "2em;letter-spacing:0.2em" : "1.5em"
                return
                    "<p style=\"font-family:monospace;font-size:\(size)\"><strong>\(Self.escaped(code.text))</strong></p>"
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
            + "<title>\(Self.escaped(subject))</title></head><body style=\"font-family:sans-serif\">\(body)</body></html>"
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

extension MailLanguage {
    /// What stands between a name and its value.
    fileprivate var colon: String { self == .french ? "\u{A0}: " : ": " }
}
