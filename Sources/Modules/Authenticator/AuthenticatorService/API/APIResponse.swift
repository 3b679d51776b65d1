private import EmailCodes
internal import JSON
package import Primitives

/// The service's answer, independent of any HTTP server.
package struct APIResponse: Sendable, Equatable {
    /// The status. Clients accept only 200 as a success.
    package let status: Int
    /// The body, JSON and never empty. Its content type goes without parameters, because some clients compare the whole
    /// value.
    package let body: [UInt8]
    /// The outcome in one word, for the metrics.
    package internal(set) var outcome: String
    /// The kind of authenticator of the outcome, for the metrics; nil if that does not matter.
    package internal(set) var method: VerificationMethod?
    /// In how many seconds the caller may try again; nil if the answer does not say.
    package internal(set) var retryAfter: Int?
    /// Whether the answer must wait, because its time would reveal something about a user.
    package internal(set) var isPadded = false

    /// An answer in JSON.
    package init(status: Int = 200, json: [UInt8], outcome: String = "ok") {
        self.status = status
        self.outcome = outcome
        body = json
    }
}

extension APIResponse {
    /// The outcome of a request whose token or secret is not genuine.
    package static let unauthorizedOutcome = "unauthorized"
    /// The outcome of an answer to a challenge with an unknown key, or one that is no longer valid.
    package static let invalidChallengeOutcome = "invalid_challenge"
    /// The outcome of a code with an unknown key.
    package static let unknownKeyOutcome = Refusal.unknownKey.rawValue
    /// The answer to a request that is too large to be read.
    package static let tooLarge = APIError.tooLarge.response
    /// The answer to a request that cannot be read.
    package static let unreadable = APIError.invalidRequest("it cannot be read").response
    /// The answer if the service cannot work.
    package static let failed = APIError.unexpected.response

    /// The answer to a proof that failed.
    static func notVerified(_ reason: String? = nil, outcome: String = "not_verified") -> APIResponse {
        APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", false)
                answer.member("failureReason", ifPresent: reason)
            }, outcome: outcome)
    }
}

/// An HTTP request to the service, independent of any HTTP server.
package struct APIRequest: Sendable {
    /// The longest body that the service reads, in bytes. A passkey with its attestation certificates takes a few
    /// thousand.
    package static let maximumBodyLength = 65_536

    /// The front door's id for the request, the same if it delivers the request again.
    package var id: String
    /// The address that the request came from, as the front door saw it; nil if it is not known.
    package var sourceIP: String?
    /// The method, such as `POST`.
    package var method: String
    /// The path and the query exactly as received, starting with `/v1` or `/.well-known`.
    package var target: String
    /// The header fields, with their names in lower case.
    package var headers: [String: String]
    /// The body; empty if there is no body.
    package var body: [UInt8]

    /// A request.
    package init(
        id: String, sourceIP: String? = nil, method: String, target: String, headers: [String: String] = [:],
        body: [UInt8] = []
    ) {
        self.id = id
        self.sourceIP = sourceIP
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}
