import TriggerTestSupport

extension EventBuilder {
    /// A Verify event of the round that `challenge` began.
    static func verify(_ challenge: CreatedChallenge, _ answer: String) -> EventBuilder {
        .verify.privateParameters(challenge.privateParameters).answer(answer)
    }
}
