/// What a journey takes.
struct JourneyCost {
    /// The calls of functions, in order.
    let calls: [CountedCall]
    let readUnits: Int
    let writeUnits: Int
    /// The bytes of all functions' answers.
    let answerBytes: Int
    /// The bytes of requests to tables and of their answers.
    let tableBytes: Int
    /// The bytes of the log at the level `INFO`, metrics included.
    let logBytes: Int

    var authenticatorCalls: Int { calls.count { $0.function == "Authenticator" } }
    /// The calls of the user pool's triggers.
    var triggerCalls: Int { calls.count - authenticatorCalls }
    var tableCalls: Int { sum(\.tableCalls) }
    var authsignalCalls: Int { sum(\.authsignalCalls) }
    var mails: Int { sum(\.mails) }

    /// GB-seconds of all functions.
    var gigabyteSeconds: Double { calls.reduce(0) { $0 + $1.gigabyteSeconds } }

    private func sum(_ count: (CountedCall) -> Int) -> Int { calls.reduce(0) { $0 + count($1) } }
}
