import EmailCodes
import Primitives
import TestSupport
import Testing

@Suite("What a right code still needs")
struct CodeUseTests {
    @Test("however many guesses are asked for, a code has at most five", arguments: [(1, 1), (5, 5), (6, 5), (100, 5)])
    func guessesHaveALimit(asked: Int, given: Int) throws {
        let desk = try Desk(CodeRules(lifetime: 300, guesses: asked, mailsPerHour: 100))
        let session = try desk.ask()
        for number in 1...given {
            try expect(desk.answer(session, desk.wrong(session, number)), equals: .wrong(.wrongCode))
        }
        try expect(desk.answer(session, #require(session.mail)), equals: .wrong(.tooManyGuesses))
    }

    @Test("a wrong answer to a code that has expired is not counted")
    func lateAnswerIsNotCounted() throws {
        let desk = try Desk()
        let session = try desk.ask()
        desk.now += 299_999
        try expect(desk.answer(session, desk.wrong(session)), equals: .wrong(.wrongCode))
        desk.now += 1
        try expect(desk.answer(session, desk.wrong(session, 2)), equals: .wrong(.expired))
        try expect(desk.answer(session, #require(session.mail)), equals: .wrong(.expired))
    }
}
