import Foundation
import JSON
import Primitives
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
            #expect(try RegistrationCredential(json: json).transports == [])
        }
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
            #expect(try AuthenticationCredential(json: json).userHandle == nil)
        }
        // iOS sends the handle itself as text, so text that is not base64url is the handle.
        let json = try Self.json(response: Self.assertion, replaced: [("userHandle", "\"a user@example\"")])
        #expect(try AuthenticationCredential(json: json).userHandle == Array("a user@example".utf8))
    }

    @Test("client data is read only from base64url and from padded standard base64")
    func clientDataIsReadFromTwoEncodings() throws {
        var numbers = SeededNumbers(state: 2)
        for length in 1...48 {
            // The encoding of these bytes contains the characters in which the two alphabets differ.
            let bytes = (0..<length).map { _ in UInt8.random(in: 0xF0...0xFF, using: &numbers) }
            for text in [Base64URL.encode(bytes), Data(bytes).base64EncodedString()] {
                let json = try Self.json(response: Self.registration, replaced: [("clientDataJSON", "\"\(text)\"")])
                #expect(try RegistrationCredential(json: json).clientDataJSON == bytes, "\(text)")
            }
        }
        for text in [
            "e30==", "e3=0", "e30=\\n", "e30 ", "e31=", "e31", "=", "====", "-_8=", "-w==", "_w==", "+/8", "+_8=",
            "e30===", "é",
        ] {
            let json = try Self.json(response: Self.assertion, replaced: [("clientDataJSON", "\"\(text)\"")])
            #expect(throws: WebAuthnError.invalidMember("clientDataJSON"), "\(text)") {
                try AuthenticationCredential(json: json)
            }
        }
    }

    @Test("only client data may be standard base64")
    func onlyClientDataMayBeStandardBase64() throws {
        for (name, members) in [("authenticatorData", Self.assertion), ("signature", Self.assertion)] {
            let json = try Self.json(response: members, replaced: [(name, "\"AQ==\"")])
            #expect(throws: WebAuthnError.invalidMember(name)) { try AuthenticationCredential(json: json) }
        }
        let json = try Self.json(response: Self.registration, replaced: [("attestationObject", "\"oA==\"")])
        #expect(throws: WebAuthnError.invalidMember("attestationObject")) { try RegistrationCredential(json: json) }
    }

    @Test("the error names a member that is absent or has a wrong type or value")
    func errorNamesWrongMember() throws {
        let wrong: [(name: String, values: [String?])] = [
            ("id", [nil, "null", "1", "\"\"", "\"A\"", "\"AQ==\""]), ("rawId", [nil, "null", "\"AQIE\"", "\"\""]),
            ("type", [nil, "\"password\"", "\"Public-Key\"", "1"]), ("response", [nil, "null", "[]", "\"\""]),
        ]
        for (name, values) in wrong {
            for value in values {
                let (first, second) = try (
                    Self.json(response: Self.registration, [(name, value)]),
                    Self.json(response: Self.assertion, [(name, value)])
                )
                #expect(throws: WebAuthnError.invalidMember(name)) { try RegistrationCredential(json: first) }
                #expect(throws: WebAuthnError.invalidMember(name)) { try AuthenticationCredential(json: second) }
            }
        }
        for (name, values) in [
            ("clientDataJSON", [nil, "null", "{}"]), ("attestationObject", [nil, "null", "[]"]),
            ("transports", ["{}", "\"usb\"", "[1]", "[\"usb\",null]"]),
        ] as [(String, [String?])] {
            for value in values {
                let json = try Self.json(response: Self.registration, replaced: [(name, value)])
                #expect(throws: WebAuthnError.invalidMember(name)) { try RegistrationCredential(json: json) }
            }
        }
        for (name, values) in [
            ("clientDataJSON", [nil, "1"]), ("authenticatorData", [nil, "null"]), ("signature", [nil, "true"]),
            ("userHandle", ["1", "[]"]),
        ] as [(String, [String?])] {
            for value in values {
                let json = try Self.json(response: Self.assertion, replaced: [(name, value)])
                #expect(throws: WebAuthnError.invalidMember(name)) { try AuthenticationCredential(json: json) }
            }
        }
        let array = try JSONValue(parsing: Array("[]".utf8))
        #expect(throws: WebAuthnError.invalidMember("id")) { try RegistrationCredential(json: array) }
    }
}
