internal import ExpiringState

/// The limits that depend on neither the user nor the answer. A refused caller may be told so at once: an answer
/// that waits holds a process. A caller who has used up their own share must not touch the account's.
extension OneTimeCodes {
    /// Asks the limits of requests for a code.
    /// - Parameters:
    ///   - session: as in the request.
    ///   - attempt: as in the request.
    ///   - caller: where the request came from; nil if that is not known.
    ///   - closed: what the process remembers of networks.
    /// - Returns: why a limit refuses; nil if none does.
    package func refusal(
        of session: String, attempt: String, from caller: CallerNetwork?, _ closed: ClosedNetworks,
        in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode.Reason? {
        let mark = keys.mark([session, attempt])
        guard try waits(.request, mark, from: caller, closed, in: storage, at: now) else { return .callerLimit }
        var charged: (key: StateKey, networks: [NetworkBuckets.Network], buckets: NetworkBuckets)?
        if let caller, let rules = rules.networks {
            let (key, networks) = (keys.item(.network, [caller.largest.text]), networks(of: caller, rules.mails))
            let (isAdmitted, buckets) = try change(key, .empty, in: storage, at: now) {
                (buckets: inout NetworkBuckets) in
                buckets.admit(mark, to: networks, at: now)
            }
            guard isAdmitted else { return .callerLimit }
            charged = (key, networks, buckets)
        }
        let ticket = CodeTicket(session: session, code: code(of: session, attempt), issuedAt: now)
        let isAdmitted = try storage.countRequest(
            mark, for: ticket, of: round(session), atMost: CodeRules.requestsPerRound,
            until: now + CodeRules.memoryOfSessions)
        guard !isAdmitted else { return nil }
        // The moment is not refunded: it limits the calls themselves.
        if let charged {
            _ = try change(charged.key, .known(charged.buckets), in: storage, at: now) { buckets in
                buckets.refund(mark, to: charged.networks)
            }
        }
        return .roundLimit
    }

    /// Whether an answer may wait that came from there. It is asked before anything else is done for the answer.
    /// - Parameters:
    ///   - attempt: identifies the attempt.
    ///   - caller: where the answer came from; nil if that is not known.
    ///   - closed: what the process remembers of networks.
    package func mayAnswerWait(
        _ attempt: String, from caller: CallerNetwork?, _ closed: ClosedNetworks, in storage: any CodeStorage,
        at now: Int64
    ) throws(CodeStorageError) -> Bool {
        try waits(.answer, keys.mark(["answer", attempt]), from: caller, closed, in: storage, at: now)
    }

    /// Charges the moment of a caller's networks.
    private func waits(
        _ use: NetworkRules.Use, _ mark: String, from caller: CallerNetwork?, _ closed: ClosedNetworks,
        in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> Bool {
        guard let caller, let rules = rules.networks else { return true }
        let networks = networks(of: caller, rules.moment)
        guard !closed.contains(anyOf: networks, at: now) else { return false }
        let (isAdmitted, buckets) = try change(
            keys.item(.moment, [caller.largest.text]), .empty, in: storage, at: now
        ) { (buckets: inout NetworkBuckets) in buckets.admit(mark, use.rawValue, to: networks, at: now) }
        if !isAdmitted { closed.remember(buckets.closed(networks, at: now), at: now) }
        return isAdmitted
    }

    private func networks(
        of caller: CallerNetwork, _ rule: (CallerNetwork.Size) -> NetworkBuckets.Rule
    ) -> [NetworkBuckets.Network] {
        caller.prefixes.map { NetworkBuckets.Network(keys.mark(["network", $0.text]), rule($0.size)) }
    }

    /// Counts an answer of a session at the authenticator before it is judged. A session gives so many answers, and so
    /// many different ones of digits after each request for a code. Only its own past decides that, so a refused
    /// caller may be told so at once.
    /// - Parameter attempt: identifies the attempt: one that is repeated counts once.
    /// - Returns: whether the session may still answer, and what it has of the code that it asked for last.
    package func countAnswer(
        _ answer: TypedCode, attempt: String, ofSession session: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> (isAllowed: Bool, ticket: CodeTicket?) {
        var guess: String?
        if case .digits(let digits) = answer { guess = keys.mark([session, digits]) }
        return try storage.countAnswer(
            keys.mark([attempt]), guess, of: round(session), session: session,
            atMost: (CodeRules.answersPerSession, Int64(rules.guesses)), until: now + CodeRules.memoryOfSessions)
    }

    private func round(_ session: String) -> StateKey { keys.item(.round, [session]) }
}
