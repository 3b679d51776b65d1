/// What the actors type and send.
extension Model {
    /// The text of an answer, and the proof if it is one; nil if there is none.
    func find(_ answer: Step.Answer, _ actor: Actor, _ tickets: [CodeBook.Ticket]) -> (text: String, proof: Proof?)? {
        func proof(_ proof: Proof?) -> (String, Proof?)? { proof.map { ($0.text, $0) } }
        let right = codes.textToType(tickets, at: now)
        switch answer {
        case .right: return right.map { ($0, nil) }
        case .otherCode:
            let other = codes.codes.values.sorted { $0.id > $1.id }.first { code in
                code.text.map { $0 != right && !seenCodes.contains($0) } ?? false
            }
            return other?.text.map { ($0, nil) }
        case .usedCode: return seenCodes.last.map { ($0, nil) }
        case .wrong: return (wrongDigits, nil)
        case .proof: return proof(held.last)
        case .formerProof: return proof(held.dropLast().last)
        case .usedProof: return proof(seen.last)
        case .foreignProof: return proof(foreign)
        case .garbage: return ("no.token.at-all", nil)
        }
    }

    /// Six digits that no mail had, and that nobody has typed.
    private var wrongDigits: String {
        var number = guesses * 7_919 + 1
        while true {
            let digits = String(String(1_000_000 + number % 1_000_000).dropFirst())
            if !codes.codes.values.contains(where: { $0.text == digits }) { return digits }
            number += 1
        }
    }
}
