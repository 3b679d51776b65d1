import Foundation
import SignInMail
import StandIns
import Testing

/// The mails of a language as a file, `Mails/<language>.txt`, which a translator reads from top to bottom.
struct MailFile {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Mails")
    /// Stands for a space at which no line breaks, which nobody would see.
    private static let unbroken = "␣"
    private static let rule = "\n" + String(repeating: "=", count: 72) + "\n"

    /// What the file says first.
    private static let preface = """
        Every mail in this language, with a service called Example. \(unbroken) is a space at which no line breaks.
        The texts are in Sources/Modules/Shared/SignInMail/Texts. After a change there, WRITE_MAILS=1 swift test
        --filter MailFileTests writes this file anew.

        """

    let language: String

    private var url: URL { Self.folder.appending(path: "\(language).txt") }

    /// Each mail after what it is for: subject, an empty line, and the body as plain text.
    func made() throws -> [String] {
        try SampleMessage.named.map { name, message in
            let mail = try #require(try MailDeployment.mail(message, locale: language))
            let (subject, text) = (try #require(mail.subject), try #require(mail.text))
            return "[\(name)]\n\n\(subject)\n\n\(text)".replacing("\u{A0}", with: Self.unbroken)
        }
    }

    /// The mails as they stand in the file.
    func written() throws -> [String] {
        let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: Self.rule)
        try #require(parts.first == Self.preface, "the file begins with another text")
        return Array(parts.dropFirst())
    }

    func write(_ mails: [String]) throws {
        try ([Self.preface] + mails).joined(separator: Self.rule).write(to: url, atomically: true, encoding: .utf8)
    }
}

@Suite("Mails as translators read them")
struct MailFileTests {
    @Test("every mail of a language stands in its file, word by word", arguments: SampleMessage.locales)
    func mailsStandInTheFile(language: String) throws {
        let file = MailFile(language: language)
        let made = try file.made()
        if ProcessInfo.processInfo.environment["WRITE_MAILS"] != nil { try file.write(made) }
        let written = try file.written()
        #expect(written.count == made.count)
        for (mail, expected) in zip(made, written) { #expect(mail == expected) }
    }

    @Test("there is a file for each language, and no other")
    func everyLanguageHasItsFile() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: MailFile.folder.path())
        #expect(names.sorted() == SampleMessage.locales.map { "\($0).txt" }.sorted())
        let missing = SampleMessage.all.filter { message in !SampleMessage.named.contains { $0.message == message } }
        #expect(missing == [])
    }
}
