/// What a journey takes.
struct JourneyCost {
    /// The calls of the user pool's triggers, by the functions' names.
    let triggers: [String]
    let authenticatorCalls: Int
    /// The calls of the authenticator that mail a code, and the calls of tables that they make.
    let codeCalls, codeTableCalls: Int
    /// The calls of tables that Verify makes.
    let verifyTableCalls: Int
    /// All calls of tables.
    let tableCalls: Int
    let readUnits: Int
    let writeUnits: Int
    let mails: Int
    /// The bytes of all functions' answers.
    let answerBytes: Int
    /// The bytes of requests to tables and of their answers.
    let tableBytes: Int
    /// The bytes of the log at the level `WARN`, metrics included.
    let logBytes: Int

    /// How much memory a function has, in MB, as in the template.
    static func megabytes(_ function: String) -> Int {
        ["DefineAuthChallenge", "PreSignUp"].contains(function) ? 128 : 512
    }

    // For how long calls are billed: the page's assumptions.
    static let callMilliseconds = 2.0
    static let tableCallMilliseconds = 6.0
    static let mailMilliseconds = 80.0
    /// A whole call that mails a code, by the default of `MINIMUM_RESPONSE_TIME`.
    static let codeMilliseconds = 600.0

    /// GB-seconds of all functions.
    var gigabyteSeconds: Double {
        let triggers = triggers.reduce(0) { sum, function in
            let tableCalls = function == "VerifyAuthChallenge" ? Double(verifyTableCalls) : 0
            return sum + Self.gigabytes(function) * (Self.callMilliseconds + tableCalls * Self.tableCallMilliseconds)
        }
        let milliseconds =
            Double(authenticatorCalls - codeCalls) * Self.callMilliseconds
            + Double(tableCalls - verifyTableCalls - codeTableCalls) * Self.tableCallMilliseconds
            + Double(mails - codeCalls) * Self.mailMilliseconds + Double(codeCalls) * Self.codeMilliseconds
        return (triggers + Self.gigabytes("Authenticator") * milliseconds) / 1_000
    }

    private static func gigabytes(_ function: String) -> Double { Double(megabytes(function)) / 1_024 }
}
