import AuditLog
import CognitoTriggers
import JSON
import LambdaRuntime
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

/// `events/DefineAuthChallenge` says what Define decides about a session. Here are the reasons of its refusals, the caps
/// and clients in every combination, the log lines and the audit log.
@Suite("Define")
struct DefineTriggerTests {
    @Test(
        "decides a session of three attempts without SRP",
        arguments: [
            // What an honest app does.
            ("", "challenge"), ("x", "challenge"), ("xx", "challenge"), ("o", "tokens"), ("xo", "tokens"),
            ("xxo", "tokens"), ("xxx", "too_many_attempts"),
            // Past the cap no answer counts, not even a right one.
            ("xxxo", "too_many_attempts"), ("xxxx", "too_many_attempts"), ("xxxxo", "too_many_attempts"),
            // Nothing comes after a right answer.
            ("ox", "row_after_success"), ("oo", "row_after_success"), ("xoS", "row_after_success"),
            ("o?", "row_after_success"), ("oxxx", "row_after_success"),
            // SRP and the challenges that follow it earn nothing.
            ("S", "srp_start"), ("s", "srp_start"), ("So", "srp_start"), ("SP", "srp_start"), ("SPo", "srp_start"),
            ("SPMo", "srp_start"), ("xS", "srp_start"), ("P", "unknown_challenge"), ("p", "unknown_challenge"),
            ("Po", "unknown_challenge"), ("M", "unknown_challenge"), ("xP", "unknown_challenge"),
            // Unknown names.
            ("?", "unknown_challenge"), ("?o", "unknown_challenge"), ("x?o", "unknown_challenge"),
            ("c", "unknown_challenge"), ("-", "unknown_challenge"), ("x-", "unknown_challenge"),
        ])
    func threeAttemptsWithoutSRP(_ rows: String, _ decision: String) throws {
        try expect(DefineReply.decision(.define.session(Rows.parse(rows))), equals: decision)
    }

    @Test(
        "with SRP_START=ignore a start with SRP is a plain start, and no attempt",
        arguments: [
            ("S", "challenge"), ("s", "challenge"), ("Sx", "challenge"), ("Sxx", "challenge"), ("So", "tokens"),
            ("Sxxo", "tokens"), ("Sxxx", "too_many_attempts"), ("Sxxxo", "too_many_attempts"),
            ("SP", "unknown_challenge"), ("SPo", "unknown_challenge"), ("Sp", "unknown_challenge"),
            ("SS", "srp_start"), ("SSo", "srp_start"), ("xS", "srp_start"), ("xSo", "srp_start"),
            ("oS", "row_after_success"), ("", "challenge"), ("o", "tokens"), ("P", "unknown_challenge"),
        ])
    func ignoredSRPIsAPlainStart(_ rows: String, _ decision: String) throws {
        let decided = try DefineReply.decision(.define.session(Rows.parse(rows)), ["SRP_START": "ignore"])
        #expect(decided == decision)
    }

    @Test("allows as many answers as the cap says", arguments: 1...10)
    func answersUpToTheCap(_ cap: Int) throws {
        let settings = ["MAX_ATTEMPTS": String(cap)]
        func decide(_ wrong: Int, _ end: String = "") throws -> String {
            let rows = String(repeating: "x", count: wrong) + end
            return try DefineReply.decision(.define.session(Rows.parse(rows)), settings)
        }
        for wrong in 0..<cap {
            try expect(decide(wrong), equals: "challenge")
            try expect(decide(wrong, "o"), equals: "tokens")
        }
        try expect(decide(cap), equals: "too_many_attempts")
        try expect(decide(cap, "o"), equals: "too_many_attempts")
        try expect(decide(cap + 1, "o"), equals: "too_many_attempts")
    }

    @Test("a cap of no answer, or of more than ten, stops Define", arguments: ["0", "11", "-1", "three", "3.0", " 3"])
    func capHasBounds(_ cap: String) {
        #expect(throws: FunctionError.configuration("MAX_ATTEMPTS", "must be a whole number from 1 to 10")) {
            try DefineReply.decision(.define, ["MAX_ATTEMPTS": cap])
        }
    }

    @Test(
        "an unknown user sees the same rounds and never gets tokens",
        arguments: [
            ("", "challenge"), ("x", "challenge"), ("xx", "challenge"), ("xxx", "too_many_attempts"),
            ("o", "unknown_user"), ("xo", "unknown_user"), ("S", "srp_start"), ("P", "unknown_challenge"),
        ])
    func unknownUserNeverGetsTokens(_ rows: String, _ decision: String) throws {
        try expect(DefineReply.decision(.define.unknownUser().session(Rows.parse(rows))), equals: decision)
    }

    @Test(
        "only the listed clients are served",
        arguments: [
            ("one, two", "two", "tokens"), ("one", "one", "tokens"), ("one,two", "three", "foreign_client"),
            ("one", nil, "foreign_client"), ("one", "ONE", "foreign_client"), ("one", "on", "foreign_client"),
            ("*", "anyone", "tokens"), ("*", nil, "tokens"), (nil, "anyone", "tokens"), (nil, nil, "tokens"),
        ] as [(String?, String?, String)])
    func onlyListedClientsAreServed(listed: String?, client: String?, decision: String) throws {
        let settings = listed.map { ["ALLOWED_CLIENT_IDS": $0] } ?? [:]
        let event = EventBuilder.define.client(client).session(Rows.parse("o"))
        try expect(DefineReply.decision(event, settings), equals: decision)
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() throws {
        #expect(
            throws: FunctionError(
                .wrongTrigger, message: "Sign-in is not possible right now",
                detail: "the event does not belong to the trigger DefineAuthChallenge")
        ) { try DefineReply.decision(.create) }
    }

    @Test("a failure is logged in one word, and a success not at all")
    func onlyFailuresAreLogged() throws {
        let recorder = LogRecorder()
        for rows in ["", "x", "o", "xxx", "S"] {
            _ = try DefineReply.decision(.define.session(Rows.parse(rows)), log: recorder.log)
        }
        #expect(
            recorder.lines == ["INFO sign-in failed: too_many_attempts", "INFO sign-in failed: srp_start"])
    }

    @Test("a wrong setting is an error in the log, whoever signs in")
    func wrongSettingIsAnError() throws {
        let recorder = LogRecorder()
        for rows in ["", "?"] {
            _ = try DefineReply.decision(
                .define.session(Rows.parse(rows)), ["ALLOWED_CLIENT_IDS": "another"], log: recorder.log)
        }
        #expect(recorder.lines == Array(repeating: "ERROR sign-in failed: foreign_client", count: 2))
    }

    @Test(
        "a sign-in begins with its first event, which comes after SRP if the client starts with it",
        arguments: [
            ("", [:], true), ("S", [:], true), ("x", [:], false), ("o", [:], false),
            ("S", ["SRP_START": "ignore"], true), ("Sx", ["SRP_START": "ignore"], false),
            ("", ["ALLOWED_CLIENT_IDS": "another"], true), ("x", ["ALLOWED_CLIENT_IDS": "another"], false),
            ("S", ["SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"], true),
            ("SP", ["SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"], false),
        ] as [(String, [String: String], Bool)])
    func beginning(rows: String, settings: [String: String], isStart: Bool) throws {
        let event = try #require(EventBuilder.define.session(Rows.parse(rows)).invocation)
        let trigger = try DefineTrigger(Settings(Environment(settings)))
        try expect(trigger(event, LogRecorder().log).isStart, equals: isStart)
    }
}

@Suite("A row of a session")
struct SessionRowTests {
    @Test("has a note only if it is of a round", arguments: [("CUSTOM_CHALLENGE", true), ("PASSWORD_VERIFIER", false)])
    func onlyRoundsHaveNotes(name: String, hasNote: Bool) {
        let note = RoundNote(step: .resultToken, words: nil, who: "digest", flow: nil)
        let row = SessionRow(
            ChallengeResult(challengeName: name, challengeResult: true, challengeMetadata: note.text))
        #expect(row.note == (hasNote ? note : nil))
    }
}

@Suite("An unknown challenge in the log of Define")
struct UnknownChallengeTests {
    private static func logged(_ rows: [ChallengeResult], _ settings: [String: String] = [:]) throws -> [String] {
        let recorder = LogRecorder()
        _ = try DefineReply.decision(.define.session(rows), settings, log: recorder.log)
        return recorder.lines
    }

    @Test(
        "is the one that ended the sign-in: the first that the flow never sets",
        arguments: [
            ("?", [:], "FUTURE_CHALLENGE"), ("xx?P", [:], "FUTURE_CHALLENGE"), ("P?", [:], "PASSWORD_VERIFIER"),
            ("DVM", [:], "SOFTWARE_TOKEN_MFA"), ("-", [:], ""), ("c?", [:], "custom_challenge"),
            ("ST", ["SRP_START": "ignore"], "SMS_MFA"),
            ("SPMx?", ["SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"], "FUTURE_CHALLENGE"),
        ] as [(String, [String: String], String)])
    func firstUnknownOneIsNamed(rows: String, settings: [String: String], name: String) throws {
        let lines = try Self.logged(Rows.parse(rows), settings)
        #expect(lines == ["INFO sign-in failed: unknown_challenge: \"\(name)\""])
    }

    @Test(
        "is one word of bounded length",
        arguments: [
            ("NEW PASSWORD\nINFO", #""NEW\u{20}PASSWORD\u{a}INFO""#), ("\u{202E}é\"", #""\u{202e}\u{e9}\u{22}""#),
            (String(repeating: "A", count: 400), "\"\(String(repeating: "A", count: 300))\"..."),
        ])
    func nameIsBounded(name: String, shown: String) throws {
        let row = ChallengeResult(challengeName: name, challengeResult: true, challengeMetadata: nil)
        try expect(Self.logged([row]), equals: ["INFO sign-in failed: unknown_challenge: \(shown)"])
    }
}

@Suite("The audit log of Define")
struct AuditTests {
    static func row(_ isRight: Bool, _ note: String?, _ name: String = "CUSTOM_CHALLENGE") -> ChallengeResult {
        ChallengeResult(challengeName: name, challengeResult: isRight, challengeMetadata: note)
    }

    static func audit(_ rows: [ChallengeResult], _ event: EventBuilder = .define) throws -> [AuditLine] {
        let trigger = try DefineTrigger(Settings(Environment([:])))
        return try trigger(#require(event.session(rows).invocation), LogRecorder().log).audit
    }

    @Test("says that tokens are issued, to whom Create's note says")
    func tokensAreRecorded() throws {
        let rows = [Self.row(false, "RESULT_TOKEN who=abc"), Self.row(true, "RESULT_TOKEN who=abc")]
        try expect(
            Self.audit(rows),
            equals: [
                AuditLine(
                    .tokensIssued, who: "abc", subject: SampleUser.sub, clientID: SampleUser.clientID,
                    step: "RESULT_TOKEN", round: 2)
            ])
    }

    @Test("says why a sign-in is over")
    func refusalsAreRecorded() throws {
        let rows = Array(repeating: Self.row(false, "RESULT_TOKEN who=abc"), count: 3)
        try expect(
            Self.audit(rows),
            equals: [
                AuditLine(
                    .signInRefused, reason: "too_many_attempts", who: "abc", subject: SampleUser.sub,
                    clientID: SampleUser.clientID, step: "RESULT_TOKEN", round: 3)
            ])
    }

    @Test("names nobody where nobody is known")
    func nobodyIsNamed() throws {
        let start = try Self.audit([Self.row(true, nil, "SRP_A")], .define.client("another"))
        #expect(
            start == [
                AuditLine(
                    .signInRefused, reason: "srp_start", subject: SampleUser.sub, clientID: "another")
            ])
        let unknown = try Self.audit([Self.row(true, "RESULT_TOKEN who=abc")], .define.unknownUser())
        #expect(unknown.map(\.subject) == [nil])
        #expect(unknown.map(\.reason) == ["unknown_user"])
    }

    @Test("has no line while a sign-in goes on", arguments: ["", "x", "xx"])
    func nothingWhileItGoesOn(rows: String) throws {
        try expect(Self.audit(Rows.parse(rows)), equals: [])
    }
}
