/// A result token or a passkey's assertion, and what the model knows of the proof behind it.
struct Proof {
    enum Method { case passkey, code }

    let id: Int
    /// Whose proof it is.
    let account: Account
    let method: Method
    /// The round that it was made for; for a passkey of no round, a key of its own.
    let key: Int
    /// Seconds since 1970; for an assertion, when its options were issued.
    let provenAt: Int64
    let text: String
    /// What it is.
    var form = Form.token

    /// What a proof is.
    enum Form {
        /// A result token.
        case token
        /// An assertion that goes to Cognito itself, over a challenge of the authenticator.
        case assertion
        /// An assertion that goes to Cognito itself, over the challenge that Create made for a round.
        case assertionOfRound
    }
}

/// Which proofs win which rounds. Written from docs/security.md.
struct ProofBook {
    let rules: ModelRules
    /// The round in which the proof of a key was used.
    private(set) var uses: [Int: Int] = [:]

    /// Whether a proof wins a round. The proof is used up then.
    /// - Parameters:
    ///   - round: the round's key.
    ///   - number: the round's number in its step, from 1.
    mutating func judge(_ proof: Proof?, of account: Account, round: Int, number: Int, at now: Int64) -> Bool {
        let seconds = now / 1_000
        guard let proof, account.sub != nil, proof.account == account,
            seconds < proof.provenAt + (proof.form == .token ? rules.tokenLife + rules.clockSkew : rules.optionsLife)
        else { return false }
        // The one exception: a passkey that was proven before the sign-in began, in its first round.
        let isEarlierPasskey = proof.method == .passkey && proof.form != .assertionOfRound && number == 1
        guard proof.key == round || isEarlierPasskey else { return false }
        guard proof.method == .code || seconds - proof.provenAt <= rules.proofAge else { return false }
        guard (uses[proof.key] ?? round) == round else { return false }
        uses[proof.key] = round
        return true
    }
}
