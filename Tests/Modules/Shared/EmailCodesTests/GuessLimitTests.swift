import EmailCodes
import Primitives
import Testing

/// That no order of calls shuts the owner out is walked by the model of the sign-in.
@Suite("An attacker who guesses the codes of one account")
struct GuessLimitTests {
    @Test("an attacker who plans the guesses gets no further than the documented number between two right answers")
    func guessesInARowAreLimited() throws {
        let desk = try Desk()
        let rules = desk.codes.rules
        #expect(rules.maximumGuessesInARow == 79)
        var judged = 0
        /// Three requesters that share one mail.
        func three() throws -> [Desk.Requester] {
            let event = desk.id("event")
            let first = try desk.begin(repetition: event)
            let others = try (0..<2).map { _ in try desk.ask(repetition: event) }
            try desk.finish(first)
            return [first] + others
        }
        func guess(_ requester: Desk.Requester, atMost limit: Int) throws {
            for number in 1...7 where judged < limit {
                if try desk.answer(requester, try desk.wrong(requester, number)) == .wrong(.wrongCode) { judged += 1 }
            }
        }
        for requester in try three() + three() { try guess(requester, atMost: CodeRules.wrongAnswersUntilLong - 1) }
        #expect(judged == 19)
        desk.now += 5 * rules.lifetime(isLong: true)
        let open = try (0..<6).flatMap { _ in try three() }
        for requester in open { try guess(requester, atMost: .max) }
        for _ in 0..<50 {
            desk.now += rules.lifetime(isLong: true)
            for requester in try three() { try guess(requester, atMost: .max) }
        }
        #expect(judged == rules.maximumGuessesInARow)
    }

    @Test("an attacker who asks again as the same requester gains nothing: an answer is a guess at each code it may be")
    func askingAgainGainsNothing() throws {
        let desk = try Desk()
        let rules = desk.codes.rules
        /// Guesses at the codes of a requester, as many as are compared with an answer, until no answer is judged.
        func guess(_ requester: Desk.Requester, codes: Int, atMost limit: Int = .max) throws -> Int {
            var guesses = 0
            for number in 1...7 where guesses < limit {
                if try desk.answer(requester, try desk.wrong(requester, number)) == .wrong(.wrongCode) {
                    guesses += codes
                }
            }
            return guesses
        }
        var judged = 0
        for _ in 0..<4 { judged += try guess(try desk.ask(), codes: 1, atMost: 19 - judged) }
        #expect(judged == 19)
        desk.now += 5 * rules.lifetime(isLong: true)
        let first = try (0..<2).map { _ in try desk.ask() }
        desk.now += rules.lifetime(isLong: false) / 2 + 1
        let second = try first.map { try desk.ask(again: $0) }
        #expect(Set((first + second).compactMap(\.mail)).count == 4)
        for requester in second { judged += try guess(requester, codes: 2) }
        #expect(judged == 39)
        for _ in 0..<50 {
            desk.now += rules.lifetime(isLong: true)
            let requester = try desk.ask()
            judged += try guess(try desk.ask(again: requester), codes: 1)
        }
        #expect(judged == 39 && judged <= rules.maximumGuessesInARow)
    }
}
