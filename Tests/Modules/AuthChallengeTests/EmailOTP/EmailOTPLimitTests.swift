import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import Primitives
import StandIns
import Testing

@Suite("How many codes are sent")
struct EmailOTPLimitTests {
    static let line = "WARN no code is sent: the limit of codes per hour is reached"

    /// Starts sign-ins, each long enough after the one before for a new code.
    private func signIns(_ count: Int, _ world: CodeWorld, _ event: EventBuilder = .create) throws -> [Challenge] {
        try (0..<count).map { _ in
            world.clock.advance(seconds: 31)
            return try world.create(event)
        }
    }

    @Test("five an hour, then a challenge that looks the same and cannot be won")
    func hour() throws {
        let world = try CodeWorld()
        let challenges = try signIns(6, world)
        #expect(world.aws.mails.count == 5)
        #expect(world.lines == [Self.line])
        #expect(challenges.map(\.outcome) == Array(repeating: "issued", count: 5) + ["issued_closed"])
        #expect(challenges[5].publicParameters == challenges[4].publicParameters)
        #expect(challenges[5].privateParameters["verdict"] == "shut")
        for (name, value) in challenges[4].privateParameters {
            #expect(challenges[5].privateParameters[name]?.utf8.count == value.utf8.count, "\(name)")
        }
        #expect(challenges[5].metadata.utf8.count == challenges[4].metadata.utf8.count)
        #expect(world.world.pauses.count == 1)
        // The fifth is still good.
        #expect(try world.verify(challenges[4], try world.code) == "right EMAIL_OTP")
    }

    @Test("the round after a wrong answer to such a challenge cannot be won either, and is sent nothing")
    func staysShut() throws {
        let world = try CodeWorld(["OTP_CODES_PER_HOUR": "1"])
        let challenges = try signIns(2, world)
        let next = try world.create(CodeWorld.session(after: challenges[1]))
        #expect(next.privateParameters["verdict"] == "shut")
        #expect(next.outcome == "issued_closed")
        #expect(world.aws.mails.count == 1)
    }

    @Test("the next hour begins anew")
    func nextHour() throws {
        let world = try CodeWorld(["OTP_CODES_PER_HOUR": "2"])
        _ = try signIns(3, world)
        #expect(world.aws.mails.count == 2)
        world.clock.advance(seconds: 3_600)
        _ = try signIns(3, world)
        #expect(world.aws.mails.count == 4)
    }

    @Test("each user has an own count")
    func users() throws {
        let world = try CodeWorld(["OTP_CODES_PER_HOUR": "1"])
        _ = try signIns(2, world)
        _ = try signIns(1, world, .create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12"))
        #expect(world.aws.mails.count == 2)
    }

    @Test("a user's clients share one count")
    func clients() throws {
        let world = try CodeWorld(["OTP_CODES_PER_HOUR": "1"])
        _ = try signIns(1, world)
        _ = try signIns(1, world, .create.client("another-client"))
        #expect(world.aws.mails.count == 1)
    }

    @Test("a call repeated by Cognito counts once")
    func retries() throws {
        let world = try CodeWorld(["OTP_CODES_PER_HOUR": "1"])
        world.aws.takesMail = { _ in 500 }
        _ = try world.create()
        world.clock.advance(seconds: 6)
        world.aws.takesMail = { _ in 200 }
        #expect(try world.create().outcome == "issued")
        #expect(world.aws.mails.count == 1)
    }

    @Test("what is counted for codes has no say in a passkey")
    func passkey() throws {
        let world = try CodeWorld(["OTP_CODES_PER_HOUR": "1"])
        _ = try signIns(2, world)
        let codes = world.aws
        let signed = try World(
            ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": Sample.signingKey], AWSServices.settings
        ) { codes.serve(behind: $0) }
        let challenge = try signed.create()
        #expect(try signed.verify(challenge, try ResultToken(challenge, .passkey).text()) == "right PASSKEY")
    }

    @Test("without a table a code has eight digits, and the windows are those of the clock")
    func withoutTable() throws {
        let world = try CodeWorld(hasTable: false)
        #expect(
            world.lines.first == "WARN OTP_WITHOUT_LIMITS: nothing counts guesses and codes across sessions")
        let first = try world.create()
        let code = try world.code
        #expect(code.wholeMatch(of: /[0-9]{8}/) != nil)
        // Every test begins a quarter of a second after such a window did.
        world.clock.advance(milliseconds: 29_749)
        let second = try world.create()
        #expect(try world.code == code)
        world.clock.advance(milliseconds: 1)
        let third = try world.create()
        #expect(try world.code != code)
        // Two mails may be there then; each round is won with one code alone.
        #expect(try world.verify(second, try world.code) == "wrong_code")
        #expect(try world.verify(third, code) == "wrong_code")
        #expect(try world.verify(first, code) == "right EMAIL_OTP")
        #expect(try world.verify(third, try world.code) == "right EMAIL_OTP")
        #expect(Set(world.transport.names) == [AWSServices.mail])
        let session = CodeWorld.session(after: first)
        #expect(try world.create(session).privateParameters["code"] == first.privateParameters["code"])
    }

    @Test("without a table a code lives as long as promised, and at most a window longer")
    func lifetimeWithoutTable() throws {
        let world = try CodeWorld(hasTable: false)
        world.clock.advance(seconds: 29)
        let challenge = try world.create()
        world.clock.advance(seconds: 300)
        #expect(try world.verify(challenge, try world.code) == "right EMAIL_OTP")
        world.clock.advance(seconds: 1)
        #expect(try world.verify(challenge, try world.code) == "expired")
    }
}
