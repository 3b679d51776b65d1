internal import AWS
internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// The mail with a code: one of our own, or a template stored in Amazon SES (`OTP_TEMPLATE`).
struct CodeMail {
    private let template: String?
    private let minutes: String

    init(_ settings: Settings, lifetime: Int64) throws(FunctionError) {
        let variable = "OTP_TEMPLATE"
        template = settings.text(variable)
        minutes = String(lifetime / 60)
        guard let template else { return }
        guard 1...48 ~= template.utf8.count, template.utf8.allSatisfy(\.isASCIINameCharacter) else {
            throw .configuration(variable, "must be 1 to 48 letters, digits, hyphens or underscores")
        }
    }

    /// The mails to try for a user's locale, the best first: the locale's template, the language's, the English one.
    func contents(_ code: String, locale: String?) -> [Email.Content] {
        guard let template else { return [ownContent(code)] }
        var locales: [String] = []
        if let locale = locale.flatMap(Self.normalized) { locales = [locale, String(locale.prefix { $0 != "-" })] }
        locales.append("en")
        return locales.indices.filter { !locales[..<$0].contains(locales[$0]) }.map { index in
            .template(name: "\(template)-\(locales[index])", values: ["code": code, "minutes": minutes])
        }
    }

    /// A language with a region or without, such as `de` or `pt-BR`; nil for anything else that a user wrote there.
    private static func normalized(_ locale: String) -> String? {
        let parts = locale.utf8.split(omittingEmptySubsequences: false) { "-_".utf8.contains($0) }
        guard 1...2 ~= parts.count, 2...3 ~= parts[0].count, parts[0].allSatisfy(\.isASCIILetter) else { return nil }
        let language = String(decoding: parts[0].map(\.asciiLowercased), as: UTF8.self)
        guard parts.count == 2 else { return language }
        guard parts[1].count == 2, parts[1].allSatisfy(\.isASCIILetter) else { return nil }
        return language + "-" + String(decoding: parts[1].map { $0 & ~0x20 }, as: UTF8.self)
    }

    private func ownContent(_ code: String) -> Email.Content {
        let time = minutes == "1" ? "one minute" : "\(minutes) minutes"
        let advice = "If you did not just try to sign in, ignore this mail, and do not pass the code on."
        return .simple(
            subject: "Your sign-in code",
            text: "Your sign-in code is \(code)\n\nIt is valid for \(time).\n\(advice)\n",
            html: """
                <!DOCTYPE html><html lang="en"><body style="font-family:sans-serif">\
                <p>Your sign-in code is</p>\
                <p style="font-size:2em;letter-spacing:0.2em"><strong>\(code)</strong></p>\
                <p>It is valid for \(time).</p><p>\(advice)</p></body></html>
                """)
    }
}
