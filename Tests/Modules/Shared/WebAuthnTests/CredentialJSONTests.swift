import Foundation
import JSON
import Primitives
import TestSupport
import Testing
import WebAuthn

@Suite("Credentials in JSON")
struct CredentialJSONTests {
    typealias Members = [(name: String, json: String?)]

    /// The JSON of a credential with some members, and some of its response, replaced or, if the value is nil, left
    /// out.
    static func json(
        response: [(name: String, json: String?)], _ members: Members = [], replaced: Members = []
    ) throws -> JSONValue {
        func object(_ own: Members, _ replacing: Members) -> String {
            let names = replacing.map(\.name)
            let all = own.filter { !names.contains($0.name) } + replacing
            return "{" + all.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
        }
        let text = object(
            [
                ("id", "\"AQID\""), ("rawId", "\"AQID\""), ("type", "\"public-key\""),
                ("authenticatorAttachment", "\"cross-platform\""), ("clientExtensionResults", "{}"),
                ("response", object(response, replaced)),
            ], members)
        return try JSONValue(parsing: Array(text.utf8))
    }

    static let registration: Members = [("clientDataJSON", "\"e30\""), ("attestationObject", "\"oA\"")]
    static let assertion: Members = [
        ("clientDataJSON", "\"e30\""), ("authenticatorData", "\"AAA\""), ("signature", "\"AQ\""),
        ("userHandle", "\"dXNlcg\""),
    ]

    /// Expects that both kinds of credentials, as far as they have the member, are refused for its value.
    static func expectRefusal(of name: String, _ value: String?) throws {
        let isOuter = ["id", "rawId", "type", "response"].contains(name)
        func json(_ response: Members) throws -> JSONValue {
            try Self.json(response: response, isOuter ? [(name, value)] : [], replaced: isOuter ? [] : [(name, value)])
        }
        if isOuter || ["clientDataJSON", "attestationObject", "transports"].contains(name) {
            let value = try json(registration)
            #expect(throws: WebAuthnError.invalidMember(name)) { try RegistrationCredential(json: value) }
        }
        if isOuter || ["clientDataJSON", "authenticatorData", "signature", "userHandle"].contains(name) {
            let value = try json(assertion)
            #expect(throws: WebAuthnError.invalidMember(name)) { try AuthenticationCredential(json: value) }
        }
    }

    @Test("the JSON of a registration is read")
    func registrationIsRead() throws {
        let transports: Members = [("transports", #"["internal","new"]"#), ("publicKey", "null")]
        let credential = try RegistrationCredential(json: Self.json(response: Self.registration, replaced: transports))
        #expect(credential.id == [1, 2, 3])
        #expect(credential.clientDataJSON == Array("{}".utf8))
        #expect(credential.attestationObject == [0xA0])
        #expect(credential.transports == ["internal", "new"])
        for absent in [nil, "null", "[]"] {
            let json = try Self.json(response: Self.registration, replaced: [("transports", absent)])
            try expect(RegistrationCredential(json: json).transports, equals: [])
        }
        let most = Array(repeating: String(repeating: "u", count: 32), count: 16)
        let json = try Self.json(response: Self.registration, replaced: [("transports", "\(most)")])
        try expect(RegistrationCredential(json: json).transports, equals: most)
    }

    @Test("the JSON of an assertion is read")
    func assertionIsRead() throws {
        let credential = try AuthenticationCredential(json: Self.json(response: Self.assertion))
        #expect(credential.id == [1, 2, 3])
        #expect(credential.clientDataJSON == Array("{}".utf8))
        #expect(credential.authenticatorData == [0, 0])
        #expect(credential.signature == [1])
        #expect(credential.userHandle == Array("user".utf8))
        for absent in [nil, "null", "\"\""] {
            let json = try Self.json(response: Self.assertion, replaced: [("userHandle", absent)])
            try expect(AuthenticationCredential(json: json).userHandle, equals: nil)
        }
        // iOS sends the handle itself as text, so text that is not base64url is the handle.
        let json = try Self.json(response: Self.assertion, replaced: [("userHandle", "\"a user@example\"")])
        try expect(AuthenticationCredential(json: json).userHandle, equals: Array("a user@example".utf8))
    }

    @Test("a text that is canonically equivalent to the right one is refused")
    func equivalentTextIsRefused() throws {
        // A Kelvin sign is equivalent to a K.
        for response in [Self.registration, Self.assertion] {
            let json = try Self.json(response: response, [("id", "\"KEtL\""), ("rawId", "\"\u{212A}EtL\"")])
            #expect(throws: WebAuthnError.invalidMember("rawId")) { try RegistrationCredential(json: json) }
        }
    }

    /// The texts of bytes in both alphabets, with padding and without.
    static func texts(of bytes: [UInt8]) -> [String] {
        let (url, standard) = (Base64URL.encode(bytes), Data(bytes).base64EncodedString())
        let padding = standard.drop { $0 != "=" }
        return [url, url + padding, standard, String(standard.dropLast(padding.count))]
    }

    @Test(
        "every binary member is read from both alphabets, with padding or without, and the two ids may differ in form")
    func binaryMembersAreReadFromEveryForm() throws {
        var numbers = SeededRandom(2)
        for length in 1...48 {
            // The encoding of these bytes contains the characters in which the two alphabets differ.
            let bytes = (0..<length).map { _ in UInt8.random(in: 0xF0...0xFF, using: &numbers) }
            let texts = Self.texts(of: bytes).map { "\"\($0)\"" }
            for text in texts {
                for other in texts {
                    let ids: Members = [("id", text), ("rawId", other)]
                    let registration = try RegistrationCredential(
                        json: Self.json(response: [("clientDataJSON", text), ("attestationObject", text)], ids))
                    #expect(registration.id == bytes)
                    #expect(registration.clientDataJSON == bytes)
                    #expect(registration.attestationObject == bytes)
                    let response: Members = Self.assertion.map { ($0.name, text) }
                    let assertion = try AuthenticationCredential(json: Self.json(response: response, ids))
                    #expect(assertion.id == bytes)
                    #expect(assertion.clientDataJSON == bytes)
                    #expect(assertion.authenticatorData == bytes)
                    #expect(assertion.signature == bytes)
                    #expect(assertion.userHandle == bytes)
                }
            }
        }
    }

    @Test(
        "other encodings are refused in every binary member, except that a user handle may be any text",
        arguments: [
            "e30==", "e3=0", "e30=\\n", "e30 ", "e31=", "e31", "=", "====", "+_8=", "-/8=", "+_8", "-/8", "-_8==",
            "+/8==", "-w=", "+w=", "-w===", "_x==", "_x", "/x", "e30===", "=e30", "e30%3D", "\u{E9}",
        ])
    func otherEncodingsAreRefused(text: String) throws {
        let json = "\"\(text)\""
        for name in ["id", "rawId", "clientDataJSON", "attestationObject", "authenticatorData", "signature"] {
            try Self.expectRefusal(of: name, json)
        }
        let handle = try AuthenticationCredential(
            json: Self.json(response: Self.assertion, replaced: [("userHandle", json)])
        ).userHandle
        #expect(handle == Array(text.replacing("\\n", with: "\n").utf8))
    }

    @Test("the error names a member that is absent or has a wrong type or value")
    func errorNamesWrongMember() throws {
        let wrong: [(name: String, values: [String?])] = [
            ("id", [nil, "null", "1", "\"\"", "\"A\""]), ("rawId", [nil, "null", "1", "\"AQIE\"", "\"\""]),
            ("type", [nil, "null", "\"password\"", "\"Public-Key\"", "\"public-key \"", "1"]),
            ("response", [nil, "null", "[]", "\"\""]), ("clientDataJSON", [nil, "null", "{}", "1"]),
            ("attestationObject", [nil, "null", "[]"]), ("transports", ["{}", "\"usb\"", "[1]", "[\"usb\",null]"]),
            ("transports", ["[\"\(String(repeating: "u", count: 33))\"]"]),
            ("transports", ["[\(Array(repeating: "\"usb\"", count: 17).joined(separator: ","))]"]),
            ("authenticatorData", [nil, "null"]), ("signature", [nil, "true"]), ("userHandle", ["1", "[]"]),
        ]
        for (name, values) in wrong { for value in values { try Self.expectRefusal(of: name, value) } }
        let array = try JSONValue(parsing: Array("[]".utf8))
        #expect(throws: WebAuthnError.invalidMember("id")) { try RegistrationCredential(json: array) }
    }
}
