import JOSE
import JSON
import LambdaRuntime
import Primitives
import Testing

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

    /// The decoded payload of the token, as text and as JSON.
    func payload() throws -> String {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false)
        #expect(segments.count == 3)
        return String(decoding: try #require(Base64URL.decode(Array(segments[1].utf8)[...])), as: UTF8.self)
    }

    func claims() throws -> JSONValue { try JSONValue(parsing: Array(try payload().utf8)) }

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
