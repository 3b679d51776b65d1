import Addresses
import Foundation
import Testing

@Suite("Domain names in ASCII")
struct DomainNameTests {
    @Test(
        "a label that is not ASCII becomes an A-label",
        arguments: [
            ("exämple.test", "xn--exmple-cua.test"), ("EXämple.TEST", "xn--exmple-cua.test"), ("ä", "xn--4ca"),
            ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"), ("दूध-9", "xn---9-1ofe8k"), ("한국", "xn--3e0b707e"),
            ("বাংলা", "xn--54b7fta0cc"), ("இந்தியா", "xn--xkc2dl3a5ee0h"), ("ഭാരതം", "xn--rvc1e0am3e"),
            ("việt-nam.test", "xn--vit-nam-zv4c.test"), ("二〇.test", "xn--w6jt23g.test"), ("a.b_c.test", "a.b_c.test"),
            ("Example", "example"), ("Shop99999999.test", "shop99999999.test"),
        ])
    func labelIsEncoded(name: String, encoded: String) {
        #expect(DomainName.encoded(name[...]) == encoded)
    }

    @Test(
        "a letter that older rules mapped stands for itself",
        arguments: [
            ("straße.test", "xn--strae-oqa.test"), ("βόλος", "xn--nxasmm1c"), ("βόλοσ", "xn--nxasmq6b"),
            ("strasse.test", "strasse.test"),
        ])
    func deviationIsKept(name: String, encoded: String) {
        #expect(DomainName.encoded(name[...]) == encoded)
    }

    @Test(
        "an A-label is what it is, in lower case",
        arguments: [
            "xn--exmple-cua.test", "XN--EXMPLE-CUA.test", "xn--ls8h.test", "Xn--strae-OQA", "xn--a_b-cua.test",
            // Names that are in use: with a joiner, a middle dot, a geresh, and symbols of older rules.
            "xn--mgba3gch31f060k.com", "xn--ll-0ea.cat", "xn--4db4e.com", "xn--lzg.ws", "xn--on8h5e",
            // The first two scalars that are not ASCII, and the last one.
            "xn--a.test", "xn--ba.test", "xn--dn32g.test",
        ])
    func aLabelStays(name: String) {
        #expect(DomainName.encoded(name[...]) == name.lowercased())
    }

    @Test(
        "what a program would have to guess has no encoding",
        arguments: [
            // Capital letters, other widths and compatibility characters of other scripts.
            "EXÄMPLE.test", "ｅｘａｍｐｌｅ.test", "\u{212A}elvin.test", "ﬁn.test", "ⅷ.test", "ẞ.test", "²ä.test",
            // Not normalized.
            "exa\u{308}mple.test", "\u{340}ä.test", "\u{1100}\u{1161}.test", "\u{3b1}\u{301}.test", "か\u{3099}.test",
            // Separators and joiners.
            "example。test", "example．test", "example｡test", "ä\u{200D}b.test", "ä\u{200C}b.test", "ä\u{AD}b.test",
            "ä\u{200B}.test", "ä\u{2060}.test", "ä\u{FE0F}.test", "ä\u{34F}.test",
            // Symbols and punctuation.
            "💩.test", "i❤.test", "l·l.test", "ー・ー.test", "a’b.test", "ä_b.test", "ä b.test", "ä/b.test",
            // What RFC 5892 excludes by name.
            "\u{640}ا.test", "〱.test", "ᄀ.test", "a\u{20D0}.test", "\u{378}.test",
            // Hyphens and marks in the wrong place.
            "-ä.test", "ä-.test", "äb--c.test", "-a.test", "a-.test", "\u{301}ä.test", "\u{93F}क.test",
            // A-labels that stand for nothing, or for ASCII.
            "xn--.test", "xn--a-.test", "xn--abc-.test", "xn--exa-.test", "xn--99999999.test",
            "xn--ä.test", "xn--zzzzzzzzzzzzzzzzzzzzzzzzz.test", "xn--k0902716a.test", "xn--4c_a.test",
            "xn--ib9b.test",
            // What stands for `ä`, with a hyphen too many.
            "xn---4ca.test",
            // Lengths.
            "", ".", "a..b", ".a", "a.", "ä.", String(repeating: "a", count: 64), String(repeating: "ä", count: 60),
            String(repeating: "a.", count: 127) + "a",
        ])
    func nothingIsGuessed(name: String) {
        #expect(DomainName.encoded(name[...]) == nil)
    }

    @Test("a label has at most 63 bytes, and a name 253")
    func lengthsAreLimited() {
        let longest = "a" + String(repeating: "ä", count: 54)
        for count in 1...80 {
            let encoded = DomainName.encoded(String(repeating: "ä", count: count)[...])
            #expect((encoded?.utf8.count ?? 0) <= 63)
            #expect((encoded == nil) == (count > 57), "\(count)")
        }
        #expect(DomainName.encoded(longest[...]) != nil)
        let name = String(repeating: "a.", count: 126) + "a"
        #expect(DomainName.encoded(name[...]) == name)
        #expect(DomainName.encoded((name + "b")[...]) == nil)
    }

    @Test("a label passes only in Normalization Form C, as Foundation makes it")
    func labelIsNormalized() {
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let letters = (0x61...0x2000).compactMap(Unicode.Scalar.init).filter { $0.properties.isAlphabetic }
        let marks = [
            0x300, 0x301, 0x302, 0x304, 0x308, 0x30C, 0x323, 0x327, 0x331, 0x345, 0x5BC, 0x653, 0x93C, 0x94D, 0x9BE,
            0x9D7, 0xB3E, 0xBBE, 0xBD7, 0xCC2, 0xD3E, 0xDCA, 0xDDF, 0x102E, 0x3099, 0x309A,
        ].compactMap(Unicode.Scalar.init)
        var passed = (0, 0)
        for _ in 0..<20_000 {
            var label = String.UnicodeScalarView()
            label.append(letters[random(letters.count)])
            for _ in 0..<random(4) {
                let pool = random(3) > 0 ? marks : letters
                label.append(pool[random(pool.count)])
            }
            let text = String(label)
            let normalized = text.precomposedStringWithCanonicalMapping
            if DomainName.encoded(text[...]) != nil {
                passed.0 += 1
                #expect(Array(normalized.unicodeScalars) == Array(label), "\(label.map(\.value))")
            } else if DomainName.encoded(normalized[...]) != nil {
                passed.1 += 1
                #expect(Array(normalized.unicodeScalars) != Array(label), "\(label.map(\.value))")
            }
        }
        #expect(passed.0 > 1_000 && passed.1 > 100)
    }
}
