import JOSE
import JSON
import LambdaRuntime
import OpenSSLCrypto
import Primitives
import Testing
import TriggerTestSupport

/// A reply of Create, taken apart.
struct CreatedChallenge {
    let publicParameters: [String: String]
    let privateParameters: [String: String]
    let metadata: String
    let outcome: String

    init(_ reply: Reply) throws {
        let response = try #require(try JSONValue(parsing: reply.body)["response"])
        publicParameters = try Self.strings(response["publicChallengeParameters"])
        privateParameters = try Self.strings(response["privateChallengeParameters"])
        metadata = try #require(response["challengeMetadata"]?.string)
        outcome = reply.outcome
        #expect(response.members.count == 3)
    }

    var token: String { publicParameters["token"] ?? "" }
    /// The nonce for an ID token; empty when there is none.
    var nonce: String { publicParameters["nonce"] ?? "" }
    var key: String { privateParameters["key"] ?? "" }

    /// The decoded payload of the token, as text. A sealed token is opened with that key.
    func payload(sealedWith signingKey: String = SampleKeys.signingKey) throws -> String {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        if segments.count == 5 { return try sealedContent(signingKey) }
        #expect(segments.count == 3)
        return String(decoding: try #require(Base64URL.decode(Array(segments[1].utf8)[...])), as: UTF8.self)
    }

    /// The same as JSON.
    func claims(sealedWith signingKey: String = SampleKeys.signingKey) throws -> JSONValue {
        try JSONValue(parsing: Array(try payload(sealedWith: signingKey).utf8))
    }

    /// The content without the spaces that fill it up. The keys are derived as the documentation says.
    private func sealedContent(_ signingKey: String) throws -> String {
        func derived(_ label: String, length: Int) -> [UInt8] {
            HKDFSHA256.derive(Array(signingKey.utf8), info: "cognito-passkeys \(label)", length: length)
        }
        let key = try ContentEncryptionKey(
            derived("challenge token", length: 32), keyID: Base64URL.encode(derived("key id", length: 8)))
        var content = try CompactJWE.open(token, keys: [key], expectedType: "challenge+jwt").payload
        while content.last == UInt8(ascii: " ") { content.removeLast() }
        return String(decoding: content, as: UTF8.self)
    }

    func header() throws -> String {
        String(decoding: try #require(Base64URL.decode(Array(token.prefix { $0 != "." }.utf8)[...])), as: UTF8.self)
    }

    /// Cognito takes an object of strings and nothing else.
    private static func strings(_ value: JSONValue?) throws -> [String: String] {
        let object = try #require(value)
        #expect(object.kind == .object)
        var strings: [String: String] = [:]
        for (name, value) in object.members {
            let string: String = try #require(value.string)
            strings[name] = string
        }
        return strings
    }
}

extension EventBuilder {
    /// A Verify event of the round that `challenge` began.
    static func verify(_ challenge: CreatedChallenge, _ answer: String) -> EventBuilder {
        .verify.privateParameters(challenge.privateParameters).answer(answer)
    }
}
