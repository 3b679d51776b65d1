internal import HTTP
private import JOSE
internal import LambdaRuntime
private import OpenSSLCrypto
internal import Primitives
internal import SignInRules
internal import SignInTokens

/// Tokens that this deployment signs itself. Its own authenticator answers them, so no call leaves the function.
struct SignedTokenSource: TokenSource {
    private let services: Services
    private let actionCode: String
    /// Seconds.
    private let lifetime: Int64
    /// The current key's bytes, then the previous one's.
    private let secrets: [[UInt8]]
    private let signingKey: SigningKey
    private let verificationKeys: [VerificationKey]

    init(_ services: Services) throws(FunctionError) {
        self.services = services
        actionCode = try services.settings.actionCode()
        lifetime = try services.settings.tokenLifetime()
        let variable = "TOKEN_SIGNING_KEY"
        let current = Array(try services.requiredSecret(variable).utf8)
        do { signingKey = try SigningKey(hs256Secret: current) } catch { throw .tooShort(variable) }
        let previousVariable = "TOKEN_SIGNING_KEY_PREVIOUS"
        let previous = try services.secret(previousVariable).map { Array($0.utf8) }
        secrets = [current] + (previous.map { [$0] } ?? [])
        var keys: [VerificationKey] = []
        for (secret, name) in zip(secrets, [variable, previousVariable]) {
            do { keys.append(try VerificationKey(hs256Secret: secret)) } catch { throw .tooShort(name) }
        }
        verificationKeys = keys
    }

    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        let identity = identity(of: round)
        let now = services.now() / 1_000
        let token = SignInToken(
            userPoolID: round.userPoolID, subject: identity.subject, issuedAt: now, expiresAt: now + lifetime,
            actionCode: actionCode, idempotencyKey: try services.uuid(), username: identity.username,
            emailDigest: identity.emailDigest)
        let text: String
        do { text = try token.minted(with: signingKey) } catch { throw .hidden(.internalError, "\(error)") }
        return IssuedToken(
            text: text, url: nil,
            // Create does not know what the user has enrolled, and the caller must not learn it. On "false" an app
            // enrols the address, which sends a code to it whether or not it was enrolled before.
            isEnrolled: false,
            record: RoundRecord(
                key: token.idempotencyKey, subject: identity.subject, isWinnable: round.account != nil))
    }

    func proof(
        in answer: String, for record: RoundRecord, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        do throws(SignInTokenError) {
            let token = try SignInToken(
                verifying: answer, as: .result, userPoolID: round.userPoolID, keys: verificationKeys,
                now: services.now() / 1_000)
            guard let proof = token.proof else { return .failure(.invalidToken) }
            return .success(
                Proof(
                    subject: token.subject, actionCode: token.actionCode, idempotencyKey: token.idempotencyKey,
                    method: proof.method,
                    isSuccessful: proof.state == .challengeSucceeded, time: token.issuedAt,
                    emailDigest: token.emailDigest))
        } catch {
            return .failure(error == .notGenuine(.expired) ? .expired : .invalidToken)
        }
    }

    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) -> Bool {
        guard let digest = proof.emailDigest else { return false }
        return secrets.contains { constantTimeEqual(Array(EmailDigest.of(email, key: $0).utf8), Array(digest.utf8)) }
    }

    private typealias Identity = (subject: String, username: String, emailDigest: String)

    /// Whom a token is for.
    private func identity(of round: Round) -> Identity {
        let key = secrets[0]
        guard let account = round.account else {
            let phantom = Phantom(of: round.userName, key: key)
            return (phantom.subject, phantom.userName, EmailDigest.of(round.userName, key: key))
        }
        let digest =
            account.email.map { EmailDigest.of($0, key: key) }
            ?? EmailDigest.ofNoAddress(subject: account.sub, key: key)
        return (account.sub, round.userName, digest)
    }
}
