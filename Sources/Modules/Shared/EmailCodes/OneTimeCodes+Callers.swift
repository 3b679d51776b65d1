internal import ExpiringState

/// The limits that do not depend on the user or the answer. They are checked before anything of the account is used,
/// and refuse at once, because a waiting reply holds a process.
extension OneTimeCodes {
    /// Checks the limits of requests for a code.
    /// - Parameters:
    ///   - requester: as in the request.
    ///   - attempt: as in the request.
    ///   - caller: where the request came from; nil if unknown.
    ///   - closed: what the process remembers of networks.
    /// - Returns: why a limit refuses; nil if none does.
    package func refusal(
        of requester: String, attempt: String, from caller: CallerNetwork?, _ closed: ClosedNetworks,
        in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode.Reason? {
        let mark = keys.mark([requester, attempt])
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
        let ticket = CodeTicket(requester: requester, code: code(of: requester, attempt), issuedAt: now)
        let isAdmitted = try storage.countRequest(
            mark, for: ticket, of: counts(of: requester), atMost: CodeRules.requestsPerRequester,
            until: now + CodeRules.memoryOfRequesters)
        guard !isAdmitted else { return nil }
        // The use of the moment is not refunded, because it limits calls.
        if let charged {
            _ = try change(charged.key, .known(charged.buckets), in: storage, at: now) { buckets in
                buckets.refund(mark, to: charged.networks)
            }
        }
        return .roundLimit
    }

    /// Whether another answer from the caller's networks may wait. This is checked first.
    /// - Parameters:
    ///   - attempt: identifies the attempt.
    ///   - caller: where the answer came from; nil if unknown.
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

    /// Counts an answer at the authenticator before it is judged. A requester has a limit of answers, and one of
    /// different digits after each request for a code. Both depend only on its own past, so a refusal is immediate.
    /// - Parameter attempt: identifies the attempt; a repeated one counts once.
    /// - Returns: whether the requester may still answer, and the ticket of its last code.
    package func countAnswer(
        _ answer: TypedCode, attempt: String, by requester: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> (isAllowed: Bool, ticket: CodeTicket?) {
        var guess: String?
        if case .digits(let digits) = answer { guess = keys.mark([requester, digits]) }
        return try storage.countAnswer(
            keys.mark([attempt]), guess, of: counts(of: requester), requester: requester,
            atMost: (CodeRules.answersPerRequester, Int64(rules.guesses)), until: now + CodeRules.memoryOfRequesters)
    }

    private func counts(of requester: String) -> StateKey { keys.item(.requester, [requester]) }
}
