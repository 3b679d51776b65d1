import TestSupport
import Testing
import WebAuthn

@Suite("Models of authenticators")
struct AAGUIDTests {
    @Test("an id is a UUID of either case, and is written in lower case")
    func textRoundTrip() throws {
        let id = try #require(AAGUID(text: "EA9b8d66-4d01-1d21-3ce4-b6b48cb575d4"))
        #expect(id.text == "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4")
        #expect(id == AAGUID(id.bytes))
        #expect(id.bytes.prefix(4) == [0xEA, 0x9B, 0x8D, 0x66])
        #expect(!id.isUnknown)
        try expect(#require(AAGUID(text: "00000000-0000-0000-0000-000000000000")).isUnknown, equals: true)
    }

    @Test(
        "any other text is none",
        arguments: [
            "", "ea9b8d664d011d213ce4b6b48cb575d4", "{ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4}",
            "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d", "ga9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
            " ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4", "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4,",
        ])
    func otherTextIsNone(text: String) { #expect(AAGUID(text: text) == nil) }

    @Test("an id has 16 bytes", arguments: [0, 15, 17])
    func idHas16Bytes(count: Int) { #expect(AAGUID([UInt8](repeating: 1, count: count)) == nil) }

    @Test("well-known products have names, and others do not")
    func wellKnownProductsHaveNames() throws {
        let known = [
            "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
            "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
            "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
        ]
        for (id, name) in known { try expect(PasskeyProvider.name(of: #require(AAGUID(text: id))), equals: name) }
        try expect(PasskeyProvider.name(of: #require(AAGUID([UInt8](repeating: 0, count: 16)))), equals: nil)
    }

    @Test("every entry of the list is a known model with a name, once")
    func listIsSound() throws {
        #expect(PasskeyProvider.list.count > 40)
        var models: Set<AAGUID> = []
        for (text, name) in PasskeyProvider.list {
            let model = try #require(AAGUID(text: text), "\(text)")
            #expect(!model.isUnknown && model.text == text && models.insert(model).inserted)
            #expect(PasskeyProvider.name(of: model) == name && PasskeyName.normalized(name) == name)
        }
        #expect(PasskeyProvider.version.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil)
    }
}

@Suite("Names of passkeys")
struct PasskeyNameTests {
    @Test(
        "a name is kept without surrounding white space",
        arguments: [
            ("My phone", "My phone"), ("  My phone\t", "My phone"), ("\u{1F511}", "\u{1F511}"),
            (String(repeating: "\u{6F22}", count: 100), String(repeating: "\u{6F22}", count: 100)),
            (String(repeating: "\u{1F511}", count: 100), String(repeating: "\u{1F511}", count: 100)),
        ])
    func nameIsTrimmed(text: String, name: String) { #expect(PasskeyName.normalized(text) == name) }

    @Test(
        "a name that is empty, too long, or has control characters is refused",
        arguments: [
            "", "  ", String(repeating: "a", count: 101), "a\u{0}b", "a\nb", "a\u{2028}b",
            // One character of 60 KB.
            "a" + String(repeating: "\u{301}", count: 30_000), "a" + String(repeating: "\u{301}", count: 200),
        ])
    func unsuitableNameIsRefused(text: String) { #expect(PasskeyName.normalized(text) == nil) }
}
