import EmailCodes
import TestSupport
import Testing

@Suite("A code as somebody types or pastes it")
struct TypedCodeTests {
    @Test(
        "spaces and hyphens do not count in digits",
        arguments: [
            "123456", "123 456", "123-456", " 1 2 3 4 5 6\r\n", "\t123456", "--123456--",
            String(repeating: " ", count: 1_018) + "123456",
        ])
    func digitsAreForgiving(answer: String) {
        #expect(TypedCode(answer, digits: 6) == .digits("123456"))
    }

    @Test(
        "white space, invisible characters, dashes and minus signs of every kind do not count",
        arguments: [
            // White space, among it narrow, figure and ideographic spaces, and separators of lines.
            0x0B, 0x85, 0xA0, 0x1680, 0x2000, 0x2002, 0x2003, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F,
            0x205F, 0x2800, 0x3000,
            // Of no width, marks of the writing direction, fillers, selectors, and controls.
            0x00, 0x1B, 0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A, 0x202C,
            0x202E, 0x2060, 0x2063, 0x2066, 0x2067, 0x2068, 0x2069, 0x3164, 0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9,
            0xE0020, 0xE0100,
            // Dashes and minus signs.
            0x2D, 0x58A, 0x5BE, 0x1806, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2043, 0x207B, 0x208B, 0x2212,
            0x2796, 0x2D7, 0x2E3A, 0x301C, 0x3030, 0x30FC, 0xFE58, 0xFE63, 0xFF0D, 0xFF70,
        ])
    func signsDoNotCount(value: UInt32) throws {
        let sign = String(try #require(Unicode.Scalar(value)))
        for text in ["\(sign)123456", "123456\(sign)", "123\(sign)456", "\(sign)1\(sign)2345\(sign)6\(sign)"] {
            #expect(TypedCode(text, digits: 6) == .digits("123456"))
        }
        let long = "\(sign)0123\(sign)4567\(sign)89AB\(sign)CDEF\(sign)"
        #expect(TypedCode(long, digits: 6) == .long("0123456789ABCDEF"))
    }

    @Test(
        "digits may be those of any script",
        arguments: [
            "１２３４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶", "१२३४५६", "১২৩৪৫৬", "௧௨௩௪௫௬", "๑๒๓๔๕๖", "༡༢༣༤༥༦", "၁၂၃၄၅၆", "𝟏𝟐𝟑𝟒𝟓𝟔",
            "𝟷𝟸𝟹𝟺𝟻𝟼", "🯱🯲🯳🯴🯵🯶", "١٢٣-456", "1\u{FE0F}\u{20E3}2\u{FE0F}\u{20E3}3\u{FE0F}\u{20E3}456", "1\u{332}23456",
        ])
    func digitsOfAnyScript(answer: String) {
        #expect(TypedCode(answer, digits: 6) == .digits("123456"))
    }

    @Test("a zero is one, and comes first, in every script of decimal digits")
    func everyScriptIsRead() {
        var scripts = 0
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .decimalNumber,
                scalar.properties.numericValue == 0
            else { continue }
            scripts += 1
            let text = (0..<6).compactMap { Unicode.Scalar(value + $0) }.map { String($0) }.joined()
            #expect(TypedCode(text, digits: 6) == .digits("012345"), "U+\(String(value, radix: 16))")
        }
        #expect(scripts > 60)
    }

    @Test(
        "a code may be between quotation marks, brackets and other signs, be there twice, or have a label",
        arguments: [
            "\"123456\"", "'123456'", "`123456`", "´123456´", "“123456”", "„123456“", "‘123456’", "‚123456‘",
            "«123456»",
            "« 123 456 »", "‹123456›", "「123456」", "『123456』", "＂123456＂", "(123456)", "[123456]", "<123456>",
            "*123456*", "**123456**", "123456.", "123456,", "#123456", "123456。", "\u{FFFC}123456",
            "123456123456", "123456 123456", "123456\n123456\n", "123456, 123456", "\"123456\" \"123456\"",
            "ABC-123456", "G-123456", "ABC 123456", "ABC - 123 456", "Code: 123456", "code:123456", "Code 123-456",
            "Your code is 123456.", "123456 is your code", "Code=123456", "Ihr Code: 123456", "Código: 123456",
            "Code\u{A0}: 123456", "验证码：123456", "验证码123456", "認証コード123456", "인증번호 123456", "код 123456",
            "رمز: ١٢٣٤٥٦", "Code: 123456 Code: 123456",
            // With their labels, these have the sixteen characters of a long code.
            "Access code 123456", "Access-Code 123456", "Der Code ist 123456", "Ihr Code ist 123456",
            "Sign in code 123456", "My Passcode 123456", "My-Pass-Code-123456", "123456 Access code",
            "Code 123456 123456",
        ])
    func codeWithSomethingAround(answer: String) {
        #expect(TypedCode(answer, digits: 6) == .digits("123456"))
    }

    @Test(
        "case, spaces, hyphens and characters that look alike do not count in a long code",
        arguments: [
            "0123-4567-89AB-CDEF", "0123456789abcdef", " 0L23 4567 89AB CDEF\n",
            "OI23-4567-89AB-CDEF", "oi234567-89abcdef", "0l23-4567-89aB-CdEf", "０１２３－４５６７－８９ＡＢ－ｃｄｅｆ",
            "٠١٢٣-٤٥٦٧-89AB-CDEF", "“0123-4567-89AB-CDEF”", "(0123456789ABCDEF)", "0123-4567-89AB-CDEF.",
            "0123-4567-89AB-CDEF 0123-4567-89AB-CDEF", "0123456789abcdef0123456789ABCDEF",
            "Code: 0123-4567-89AB-CDEF", "Code:0123-4567-89AB-CDEF", "E-Mail-Code: 0123-4567-89AB-CDEF",
            "Code 0123-4567-89AB-CDEF", "Your code is 0123‐4567‐89AB‐CDEF.",
            "验证码：0123-4567-89AB-CDEF", "0123 4567 89AB CDEF", "0123-4567-89AB-CDEF or 0123-4567-89AB-CDEF",
        ])
    func longCodesAreForgiving(answer: String) {
        #expect(TypedCode(answer, digits: 6) == .long("0123456789ABCDEF"))
    }

    @Test(
        "anything else is no code",
        arguments: [
            "", " ", "\u{200B}", "12345", "1234567", "-12345", "+12345", "12345a", "123456a", "a123456", "ABC123456",
            "123.456", "123,456", "1/123456", "123:456", "12 34 56 78", "123456 123457", "123456123457", "123456 789",
            "123456123456123456", "123456 or 654321", "Code: 12345", "Code: 123456, valid for 5 minutes", "2FA-123456",
            "２FA 123456", "¹²³⁴⁵⁶", "①②③④⑤⑥", "一二三四五六", "½23456", "ⅠⅡⅢⅣⅤⅥ", "123\u{FFFD}456", "no code",
            "0123-4567-89AB-CDE", "0123-4567-89AB-CDEFG", "0123-4567-89AB-CDEU", "0123-4567-89AB-CDE!",
            "0123-4567-89AB-CDEé", "0123-4567-89AB-CDEe\u{301}", "0123-4567-89AB-CDEＵ", "0123.4567.89AB.CDEF",
            "0123-4567-89AB-CDEF 0123-4567-89AB-CDEG", "0123-4567-89AB-CDEFU", "Code 0123456789ABCDEF",
            "ABCD-1234-56EF-GHJ", "7K3M-Q2XR-1234-56", "АВСD-4567-89AB-CDEF",
            String(repeating: " ", count: 1_019) + "123456", String(repeating: "\u{200B}", count: 340) + "123456",
            String(repeating: "1", count: 1_000),
        ])
    func otherTextIsNoCode(answer: String) {
        #expect(TypedCode(answer, digits: 6) == nil)
    }

    @Test(
        "eight digits are read in the same way",
        arguments: ["12345678", "1234 5678", "1234567812345678", "Code: 1234-5678", "Passcode 12345678"])
    func eightDigits(answer: String) {
        #expect(TypedCode(answer, digits: 8) == .digits("12345678"))
    }

    @Test(
        "four groups are a long code, though two of them could be digits with a label",
        arguments: ["1234-5678-ABCD-EFGH", "(1234-5678-abcd-efgh)", "-1234-5678--ABCD-EFGH"])
    func fourGroups(answer: String) {
        #expect(TypedCode(answer, digits: 8) == .long("12345678ABCDEFGH"))
    }

    @Test(
        "no text is read as a code that is not in it, and none crashes the reader",
        arguments: 1...20 as ClosedRange<UInt64>)
    func nothingIsInvented(seed: UInt64) {
        var random = SeededRandom(seed)
        var read = 0
        for _ in 0..<2_000 {
            let text = Self.text(&random)
            guard let code = TypedCode(text, digits: 6) else { continue }
            read += 1
            switch code {
            case .digits(let digits):
                // All digits of the text, one after another, are the code, as often as it is there.
                let all = Self.digits(text)
                #expect(digits.utf8.count == 6 && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 })
                #expect(all.utf8.count % 6 == 0)
                #expect(all == String(repeating: digits, count: max(all.utf8.count / 6, 1)), "\(text.debugDescription)")
            case .long(let characters):
                #expect(characters.utf8.count == 16)
                #expect(TypedCode(characters, digits: 6) == code)
                // None of its digits is made up, but those that stand for letters.
                let letters = Self.digits(text).utf8.count + text.utf8.count { "ilo".utf8.contains($0 | 0x20) }
                #expect(Self.digits(characters).utf8.count <= letters)
            }
        }
        #expect(read > 20)
    }

    /// The decimal digits of a text.
    private static func digits(_ text: String) -> String {
        text.unicodeScalars.filter { $0.properties.generalCategory == .decimalNumber }
            .map { String(Int($0.properties.numericValue ?? -1)) }.joined()
    }

    /// Texts of pieces that make codes, near misses and nonsense.
    private static func text(_ random: inout SeededRandom) -> String {
        let pieces = [
            "123456", "١٢٣٤٥٦", "123", "456", "1", "٧", "K3M", "7K3M-Q2XR-05TA-HJ8W", "7K3MQ2XR", "05TAHJ8W", "Code",
            ": ", " ", "-", "–", "\u{A0}", "\u{200B}", "\u{FEFF}", "“", "”", "\n", ".", "é", "e\u{301}", "验", "i", "l",
            "o",
        ]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in
            if Int.random(in: 0..<6, using: &random) > 0 { return pieces.randomElement(using: &random) ?? "" }
            while true {
                let value = UInt32.random(in: 0...(Bool.random(using: &random) ? 0x3000 : 0x10FFFF), using: &random)
                if let scalar = Unicode.Scalar(value) { return String(scalar) }
            }
        }.joined()
    }
}
