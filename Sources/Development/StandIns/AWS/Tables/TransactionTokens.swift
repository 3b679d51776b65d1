internal import JSON

/// The transactions of the last ten minutes that had a `ClientRequestToken`.
struct TransactionTokens {
    /// A transaction's token, with its content and time.
    struct Token {
        fileprivate let text: String
        fileprivate let content: [UInt8]
        fileprivate let time: Int64

        /// The token of a `TransactWriteItems` request; nil if it has none.
        /// - Parameter now: seconds since 1970.
        init?(_ json: JSONValue, now: Int64) throws(TableRefusal) {
            guard let value = json["ClientRequestToken"], !value.isNull else { return nil }
            guard let text = value.string else { throw .malformed }
            guard 1...36 ~= text.utf8.count else {
                throw .invalid(
                    "1 validation error detected: Value '\(text)' at 'clientRequestToken' "
                        + "failed to satisfy constraint: Member must have length "
                        + (text.isEmpty ? "greater than or equal to 1" : "less than or equal to 36"))
            }
            self.text = text
            content = json["TransactItems"].map { Array($0.bytes) } ?? []
            time = now
        }
    }

    private static let lifetime: Int64 = 600
    private var tokens: [String: Token] = [:]

    /// Whether this transaction has been made.
    /// - Throws: `TableRefusal.otherContent` if one with its token but other content has been made.
    func isDone(_ token: Token) throws(TableRefusal) -> Bool {
        guard let done = tokens[token.text], token.time < done.time + Self.lifetime else { return false }
        guard done.content == token.content else { throw .otherContent }
        return true
    }

    mutating func add(_ token: Token) {
        tokens = tokens.filter { token.time < $0.value.time + Self.lifetime }
        tokens[token.text] = token
    }
}
