private import CognitoTriggers
internal import FunctionServices
internal import HTTP
private import JOSE
internal import JSON
internal import LambdaRuntime
internal import OpenID
private import OpenSSLCrypto
internal import Primitives
internal import TokenSources

/// Hands out what ties an ID token to its round: the app signs the user in at an OpenID issuer, with this nonce, and
/// answers with the token it gets.
struct IDTokenNonceIssuer: TokenIssuer {
    private let nonce: IDTokenNonce
    private let services: Services

    init(_ settings: OpenIDSettings, _ services: Services) {
        nonce = settings.nonce
        self.services = services
    }

    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        // Everything is the same for an unknown user, but the round cannot be won.
        let nobody = try services.uuid()
        let key: String
        var publicParameters: [String: String] = [:]
        switch nonce {
        case .age: key = try services.uuid()
        case .required:
            guard let bytes = services.random(32) else { throw .hidden(.internalError, "no random bytes") }
            let text = Base64URL.encode(bytes)
            publicParameters["nonce"] = text
            key = IDTokenNonce.key(of: text)
        }
        return IssuedToken(
            publicParameters: publicParameters,
            round: TokenRound(key: key, subject: round.account?.sub ?? nobody, isClosed: round.account == nil))
    }
}

/// Reads the ID tokens of an OpenID issuer.
///
/// Only the user's attribute decides whose token this is; an address never does, and an ID token proves none, whatever
/// claims it has.
struct IDTokenProofReader: ProofReader {
    private let nonce: IDTokenNonce
    private let attribute: SubjectAttribute
    private let verifier: IDTokenVerifier

    init(_ settings: OpenIDSettings, _ services: Services) {
        nonce = settings.nonce
        attribute = settings.attribute
        verifier = IDTokenVerifier(settings, services)
        // The keys are elsewhere if there is an address of their own.
        if settings.keySetURL == nil { services.expectCalls(to: verifier.issuer.url) }
    }

    func proof(
        in answer: String, for issued: TokenRound, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        switch try verifier.judge(answer, by: round.deadline, round.log) {
        case .failure(.notGenuine(.expired)): return .failure(.expired)
        case .failure: return .failure(.invalidToken)
        case .success(let token):
            guard let account = round.account, attribute.names(token, in: round.userAttributes) else {
                return .failure(.wrongUser)
            }
            // A token from a refresh token is new, but the sign-in that it tells of is not.
            return .success(
                Proof(
                    subject: account.sub, actionCode: "", idempotencyKey: key(of: token), method: .idToken,
                    isSuccessful: true, time: .known(min(token.issuedAt, token.signedInAt ?? token.issuedAt))))
        }
    }

    /// The key of a proof: that of the round whose nonce the token carries, or the token's own identifier.
    private func key(of token: IDToken) -> String {
        switch nonce {
        case .required: token.nonce.map(IDTokenNonce.key) ?? ""
        case .age: token.identifier
        }
    }
}

extension IDTokenNonce {
    /// The key of the round with a nonce: the nonce itself is not stored.
    fileprivate static func key(of nonce: String) -> String {
        Base64URL.encode(SHA256.digest(of: Array(nonce.utf8)))
    }
}

extension VerificationMethod {
    /// An ID token: how the user signed in at the issuer is up to the issuer.
    static let idToken = VerificationMethod(rawValue: "ID_TOKEN")
}
