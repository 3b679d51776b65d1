import EmailCodes
import Testing

@Suite("What a right code still needs")
struct CodeUseTests {
    @Test("however many guesses are asked for, a code has at most five", arguments: [(1, 1), (5, 5), (6, 5), (100, 5)])
    func guessesHaveALimit(asked: Int, given: Int) throws {
        let desk = try Desk(CodeRules(lifetime: 300, guesses: asked, mailsPerHour: 100))
        let session = try desk.ask()
        for number in 1...given {
            #expect(try desk.answer(session, try desk.wrong(session, number)) == .wrong(.wrongCode))
        }
        #expect(try desk.answer(session, try #require(session.mail)) == .wrong(.tooManyGuesses))
    }

    @Test("a wrong answer to a code that has expired is not counted")
    func lateAnswerIsNotCounted() throws {
        let desk = try Desk()
        let session = try desk.ask()
        desk.now += 299_999
        #expect(try desk.answer(session, try desk.wrong(session)) == .wrong(.wrongCode))
        desk.now += 1
        #expect(try desk.answer(session, try desk.wrong(session, 2)) == .wrong(.expired))
        #expect(try desk.answer(session, try #require(session.mail)) == .wrong(.expired))
    }

    @Test("a code is used once, also where the clock of whoever judges it is behind")
    func codeIsUsedOnceByClocksThatDiffer() throws {
        let desk = try Desk()
        let session = try desk.ask()
        let code = try #require(session.mail)
        desk.now -= 1_000
        #expect(try desk.answer(session, code, attempt: "first") == .right)
        #expect(try desk.answer(session, code) == .wrong(.alreadyUsed))
    }
}
