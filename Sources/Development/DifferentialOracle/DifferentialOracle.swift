/// Asks the product about one input.
enum DifferentialOracle {
    /// What the product reads from the input of a question.
    typealias Reader = (Question) throws -> [Reading]

    /// The verdict on the question of one line.
    static func answer(_ line: [UInt8]) -> Verdict {
        do {
            let question = try Question(parsing: line)
            guard let reader = reader(of: try question.text("kind")) else { throw BadQuestion(member: "kind") }
            do { return .accepted(try reader(question)) } catch let error as BadQuestion {
                return .unasked(error)
            } catch {
                return .refused(error)
            }
        } catch {
            return .unasked(error)
        }
    }

    private static func reader(of kind: String) -> Reader? {
        switch kind {
        case "json": TextReaders.json
        case "base64url": TextReaders.base64URL
        case "jws": TokenReaders.signed
        case "jwt": TokenReaders.claims
        case "jwe": TokenReaders.sealed
        case "jwk": KeyReaders.key
        case "jwk-set": KeyReaders.set
        case "cbor": CBORReader.item
        case "registration": CeremonyReaders.registration
        case "assertion": CeremonyReaders.assertion
        default: nil
        }
    }
}

/// A refusal of a text whose reader gives no reason.
enum PlainRefusal: Error {
    case notCanonical
}
