import TriggerTestSupport

extension EventBuilder {
    /// A Verify event of the round that `challenge` began.
    static func verify(_ challenge: Challenge, _ answer: String) -> EventBuilder {
        .verify.privateParameters(challenge.privateParameters).answer(answer)
    }
}
