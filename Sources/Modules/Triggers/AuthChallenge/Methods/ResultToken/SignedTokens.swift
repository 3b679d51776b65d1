private import CognitoTriggers
internal import FunctionServices
internal import HTTP
private import JOSE
internal import LambdaRuntime
internal import Primitives
internal import SignInTokens
internal import TokenSources

/// Tokens that this deployment makes itself. Its own authenticator answers them, so no call leaves the function.
struct SignedTokenIssuer: TokenIssuer {
    private let settings: SignedTokenSettings
    private let services: Services

    init(_ settings: SignedTokenSettings, _ services: Services) {
        self.settings = settings
        self.services = services
    }

    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        let now = services.now() / 1_000
        let account = round.account
        let keys = settings.keys.current(by: round.deadline)
        let token = ChallengeToken(
            TokenClaims(
                userPoolID: round.userPoolID, subject: account?.sub ?? keys.subject(ofUnknownUser: round.userName),
                issuedAt: now, expiresAt: now + settings.lifetime, scope: ChallengeToken.readScope,
                actionCode: settings.actions.signIn, idempotencyKey: try services.uuid(), username: round.userName),
            email: account.flatMap { account in
                account.email.map { ChallengeToken.Address($0, isVerified: account.isEmailVerified) }
            },
            locale: account?.locale, isUserUnknown: account == nil)
        let text: String
        do { text = try token.sealed(with: keys) } catch { throw .hidden(.internalError, "\(error)") }
        return IssuedToken(
            text: text, url: nil,
            // Create does not know what the user has enrolled, and the caller must not learn it. On "false" an app
            // enrols the address, which sends a code to it whether or not it was enrolled before.
            isEnrolled: false,
            round: TokenRound(key: token.claims.idempotencyKey, subject: token.claims.subject, isClosed: account == nil)
        )
    }
}

/// Reads the result tokens that the authenticator makes.
struct SignedProofReader: ProofReader {
    private let keys: RotatingSecret<SignInKeys>
    private let services: Services

    init(_ settings: SignedTokenSettings, _ services: Services) {
        keys = settings.keys
        self.services = services
    }

    func proof(
        in answer: String, for issued: TokenRound, in round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal> {
        do throws(SignInTokenError) {
            let token = try resultToken(answer, in: round)
            return .success(
                Proof(
                    subject: token.claims.subject, actionCode: token.claims.actionCode,
                    idempotencyKey: token.claims.idempotencyKey, method: token.method,
                    isSuccessful: token.state == .challengeSucceeded, time: .known(token.claims.issuedAt),
                    emailDigest: token.emailDigest,
                    isUserVerified: token.assurance.isUserVerified == true))
        } catch {
            return .failure(error == .notGenuine(.expired) ? .expired : .invalidToken)
        }
    }

    /// The content of a result token. If no known key has the token's `kid`, the keys may have been replaced.
    private func resultToken(_ answer: String, in round: Round) throws(SignInTokenError) -> ResultToken {
        func read(_ keys: SignInKeys) throws(SignInTokenError) -> ResultToken {
            try ResultToken(verifying: answer, userPoolID: round.userPoolID, keys: keys, now: services.now() / 1_000)
        }
        do { return try read(keys.current(by: round.deadline)) } catch {
            guard error == .notGenuine(.unknownKeyID), keys.renew(by: round.deadline) else { throw error }
            return try read(keys.value)
        }
    }

    func confirms(_ proof: Proof, wentTo email: String, by deadline: Deadline) -> Bool {
        proof.emailDigest.map { keys.value.isEmailDigest($0, of: email) } ?? false
    }
}
