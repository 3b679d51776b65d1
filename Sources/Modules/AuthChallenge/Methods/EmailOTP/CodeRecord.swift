/// What a round keeps in its private parameters. Verify judges the answer only by this record.
struct CodeRecord: Equatable {
    /// Identifies this round among all others.
    let roundKey: String
    /// The code's identifier.
    let codeID: String
    /// What the code was derived from, besides the time.
    let context: String
    /// Milliseconds since 1970.
    let expiresAt: Int64
    /// Whether the round can be won.
    let isWinnable: Bool
    /// An authentication code over the code and everything that it belongs to.
    private(set) var authenticationCode: String

    init(
        roundKey: String, codeID: String, context: String, expiresAt: Int64, isWinnable: Bool,
        authenticationCode: String
    ) {
        self.roundKey = roundKey
        self.codeID = codeID
        self.context = context
        self.expiresAt = expiresAt
        self.isWinnable = isWinnable
        self.authenticationCode = authenticationCode
    }

    init?(_ parameters: [String: String]) {
        guard let roundKey = parameters["key"], let codeID = parameters["code"], let context = parameters["context"],
            let code = parameters["mac"], let expiresAt = parameters["expires"].flatMap({ Int64($0) }),
            !roundKey.isEmpty, !codeID.isEmpty, !context.isEmpty, !code.isEmpty
        else { return nil }
        self.init(
            roundKey: roundKey, codeID: codeID, context: context, expiresAt: expiresAt,
            isWinnable: parameters["verdict"] == "open", authenticationCode: code)
    }

    func signed(_ code: String) -> CodeRecord {
        var record = self
        record.authenticationCode = code
        return record
    }

    /// The parameters of all rounds have the same length, because they travel inside a session whose length the caller
    /// sees.
    var parameters: [String: String] {
        [
            "key": roundKey, "code": codeID, "context": context, "mac": authenticationCode,
            "expires": String(expiresAt), "verdict": isWinnable ? "open" : "shut",
        ]
    }
}
