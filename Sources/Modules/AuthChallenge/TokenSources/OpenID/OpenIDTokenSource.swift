internal import FunctionServices
private import JOSE
internal import LambdaRuntime
internal import OpenID
private import OpenSSLCrypto
internal import Primitives
internal import SignInRules

/// ID tokens of an OpenID issuer: the app signs the user in there and answers with the token it gets.
///
/// Only the user's attribute decides whose token this is; an address never does, and an ID token proves none, whatever
/// claims it has.
struct OpenIDTokenSource: TokenSource {
    private let services: Services
    private let nonce: IDTokenNonce
    private let attribute: SubjectAttribute
    private let verifier: IDTokenVerifier

    init(_ services: Services, _ part: MethodPart) throws(FunctionError) {
        self.services = services
        nonce = try IDTokenNonce(services.settings)
        attribute = try SubjectAttribute(services.settings)
        verifier = try IDTokenVerifier(services)
        // The keys are elsewhere if there is an address of their own.
        if part == .judgement, services.settings.text("OIDC_JWKS_URL") == nil {
            services.expectCalls(to: verifier.issuer.url)
        }
    }

    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        // Everything is the same for an unknown user, but the round cannot be won.
        let nobody = try services.uuid()
        let subject = round.account?.sub ?? nobody
        let isWinnable = round.account != nil
        switch nonce {
        case .age:
            return IssuedToken(
                publicParameters: [:],
                record: RoundRecord(key: try services.uuid(), subject: subject, isWinnable: isWinnable))
        case .required:
            guard let bytes = services.random(32), bytes.count == 32 else {
                throw .hidden(.internalError, "no random bytes")
            }
            let nonce = Base64URL.encode(bytes)
            return IssuedToken(
                publicParameters: ["nonce": nonce],
                record: RoundRecord(key: Self.key(of: nonce), subject: subject, isWinnable: isWinnable))
        }
    }

    func proof(
        in answer: String, for record: RoundRecord, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        switch try verifier.judge(answer, by: round.deadline, round.log) {
        case .failure(.notGenuine(.expired)): return .failure(.expired)
        case .failure: return .failure(.invalidToken)
        case .success(let token):
            guard let account = round.account else { return .failure(.unknownUser) }
            guard attribute.names(token, in: round.userAttributes) else { return .failure(.wrongUser) }
            // A token from a refresh token is new, but the sign-in that it tells of is not.
            return .success(
                Proof(
                    subject: account.sub, actionCode: "", idempotencyKey: key(of: token), method: .idToken,
                    isSuccessful: true, time: min(token.issuedAt, token.signedInAt ?? token.issuedAt)))
        }
    }

    /// The key of a proof: that of the round whose nonce the token carries, or the token's own identifier.
    private func key(of token: IDToken) -> String {
        switch nonce {
        case .required: token.nonce.map(Self.key) ?? ""
        case .age: token.identifier
        }
    }

    /// The key of the round with a nonce: the nonce itself is not stored.
    private static func key(of nonce: String) -> String { Base64URL.encode(SHA256.digest(of: Array(nonce.utf8))) }
}

extension VerificationMethod {
    /// An ID token: how the user signed in at the issuer is up to the issuer.
    static let idToken = VerificationMethod(rawValue: "ID_TOKEN")
}
