internal import CognitoTriggers
internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives

/// The deployment's key (`OTP_KEY`), and everything that is derived with it. Every derivation has its own label and
/// puts each field after its length, so that no two derivations give the same value.
struct CodeKey {
    private let key: [UInt8]

    init(_ services: Services) throws(FunctionError) {
        let variable = "OTP_KEY"
        try self.init(Array(services.requiredSecret(variable).utf8))
    }

    init(_ key: [UInt8]) throws(FunctionError) {
        guard key.count >= 32 else { throw .configuration("OTP_KEY", "must hold at least 32 bytes") }
        self.key = key
    }

    /// The digits of a code, each number equally likely, because random numbers from the last, incomplete range are
    /// dropped.
    ///
    /// Another address gives other digits, so that a code sent to a user's old address cannot prove the new one.
    func digits(of code: IssuedCode, for recipient: CodeRecipient, count: Int) -> String {
        let end = (0..<count).reduce(UInt64(1)) { product, _ in product * 10 }
        let bound = UInt64.max - UInt64.max % end
        var block = 0
        while true {
            let bytes = hash(
                "digits", [code.context, String(code.issuedAt), recipient.address ?? "", String(block)])
            for start in stride(from: 0, to: bytes.count, by: 8) {
                let number = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                guard number < bound else { continue }
                let digits = String(number % end)
                return String(repeating: "0", count: count - digits.utf8.count) + digits
            }
            block += 1
        }
    }

    /// The code's identifier in the table. The digits cannot be derived from it.
    func identifier(of code: IssuedCode) -> String { text("code", [code.context, String(code.issuedAt)]) }

    /// A digest of a guess, for the table.
    func digest(ofGuess digits: String, at codeID: String) -> String { text("guess", [codeID, digits]) }

    /// A digest of user, client and rows of the session.
    func context(of rows: ArraySlice<ChallengeResult>, in round: Round, _ recipient: CodeRecipient) -> String {
        let texts = rows.flatMap { row in
            [row.challengeName, row.challengeResult ? "true" : "false", row.challengeMetadata ?? ""]
        }
        return text("context", [round.userPoolID, round.clientID ?? "", recipient.identity] + texts)
    }

    /// The table's key for the window of a context.
    func window(of context: String) -> String { "window#" + text("window", [context]) }

    /// The table's key for the number of codes sent to a user, without the hour.
    func counter(of recipient: CodeRecipient, in round: Round) -> String {
        "codes#" + text("counter", [round.userPoolID, recipient.identity])
    }

    /// The authentication code over a code and everything that it belongs to.
    func authenticationCode(
        of digits: String, record: CodeRecord, recipient: CodeRecipient, round: Round
    ) -> String {
        text(
            "round",
            [
                digits, round.userPoolID, recipient.identity, recipient.address ?? "", record.roundKey,
                String(round.number), record.codeID, String(record.expiresAt),
            ])
    }

    /// The masked address shown for a recipient who has none; always the same for one name.
    func imaginaryAddress(of recipient: CodeRecipient) -> String {
        let letters = hash("address", [recipient.identity]).prefix(2).map { UInt8(ascii: "a") + $0 % 26 }
        return MaskedAddress.of(name: letters[0], domain: letters[1])
    }

    private func text(_ label: String, _ fields: [String]) -> String { Base64URL.encode(hash(label, fields)) }

    private func hash(_ label: String, _ fields: [String]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: LengthPrefixedFields.bytes(label, fields), key: key)
    }
}
