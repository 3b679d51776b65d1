import CognitoTriggers
import LambdaRuntime
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Steps in order")
struct StepOrderTests {
    private func decision(
        _ rows: String, _ steps: [FlowStep], cap: Int = 3, isKnown: Bool = true
    ) throws -> String {
        let trigger = DefineTrigger(rules: SessionRules(flow: SignInFlow(steps: steps), maximumAttempts: cap))
        let event = (isKnown ? EventBuilder.define : .define.unknownUser()).session(Rows.parse(rows))
        return try DefineReply.decision(try trigger(try #require(event.invocation), LogRecorder().log))
    }

    @Test(
        "a code first and a result token second",
        arguments: [
            ("", "challenge"), ("E", "challenge"), ("Eo", "tokens"),
            // A step may be tried again without losing those before it, and each has its own tries.
            ("eeE", "challenge"), ("eeExxo", "tokens"), ("Exx", "challenge"), ("Exxx", "too_many_attempts"),
            ("Exxxo", "too_many_attempts"), ("eee", "too_many_attempts"), ("eeeE", "too_many_attempts"),
            ("eeEo", "tokens"), ("eeExxxo", "too_many_attempts"),
            // Steps skipped, swapped, repeated, or one answered for the other.
            ("o", "wrong_step"), ("oE", "wrong_step"), ("x", "wrong_step"), ("EE", "wrong_step"), ("EEo", "wrong_step"),
            ("Ee", "wrong_step"), ("Exeo", "wrong_step"), ("ExE", "wrong_step"), ("oo", "wrong_step"),
            ("ExK", "wrong_step"), ("K", "wrong_step"), ("EK", "wrong_step"),
            // A row without its note belongs to no step.
            ("N", "wrong_step"), ("n", "wrong_step"), ("EN", "wrong_step"), ("EnN", "wrong_step"), ("NN", "wrong_step"),
            // Nothing comes after the last.
            ("Eoo", "row_after_success"), ("Eox", "row_after_success"), ("EoE", "row_after_success"),
            ("Eo?", "row_after_success"),
            // Rows that belong to no step of the flow.
            ("S", "srp_start"), ("SEo", "srp_start"), ("ESo", "srp_start"), ("EP", "unknown_challenge"),
            ("EPo", "unknown_challenge"), ("E?o", "unknown_challenge"), ("Ec", "unknown_challenge"),
        ])
    func resultTokenAfterACode(_ rows: String, _ decision: String) throws {
        try expect(self.decision(rows, [.emailOTP, .resultToken]), equals: decision)
    }

    @Test(
        "a row counts for a flow's only step if it has that step's note, and not without a note",
        arguments: [
            ("o", "tokens"), ("xxo", "tokens"), ("N", "wrong_step"), ("n", "wrong_step"), ("xnN", "wrong_step"),
            ("xN", "wrong_step"), ("No", "wrong_step"), ("E", "wrong_step"), ("e", "wrong_step"), ("xE", "wrong_step"),
            ("Eo", "wrong_step"),
        ])
    func onlyStepNeedsItsNote(_ rows: String, _ decision: String) throws {
        try expect(self.decision(rows, [.resultToken]), equals: decision)
    }

    @Test("a note that only begins like a step's name is not the step's", arguments: ["RESULT_TOKENS", "RESULT", " "])
    func similarNoteIsAnotherStep(_ note: String) throws {
        let row = ChallengeResult(
            challengeName: "CUSTOM_CHALLENGE", challengeResult: true, challengeMetadata: note)
        let decision = SessionRules().decide([SessionRow(row)], user: TriggerUser(.init(sub: SampleUser.sub)))
        #expect(decision == .fail(.wrongStep))
    }

    @Test(
        "an unknown user gets no tokens, whatever has been passed",
        arguments: [
            ("", "challenge"), ("ee", "challenge"), ("eee", "too_many_attempts"), ("E", "challenge"),
            ("Eo", "unknown_user"),
        ])
    func unknownUserGetsNoTokens(_ rows: String, _ decision: String) throws {
        try expect(self.decision(rows, [.emailOTP, .resultToken], isKnown: false), equals: decision)
    }
}

@Suite("The password first")
struct PasswordFirstTests {
    private static let settings = ["SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"]

    @Test(
        "and a result token second",
        arguments: [
            ("S", "password"), ("SP", "challenge"), ("SPx", "challenge"), ("SPxx", "challenge"), ("SPo", "tokens"),
            ("SPxxo", "tokens"), ("SPxxx", "too_many_attempts"), ("SPxxxo", "too_many_attempts"),
            ("SPoo", "row_after_success"), ("SPoS", "row_after_success"), ("SPoP", "row_after_success"),
            // Without the password, or with a wrong one, nothing counts.
            ("", "no_password"), ("x", "no_password"), ("o", "no_password"), ("So", "no_password"),
            ("Sx", "no_password"), ("s", "srp_start"), ("sP", "srp_start"), ("sPo", "srp_start"),
            ("Sp", "wrong_password"), ("SpP", "wrong_password"), ("SpPo", "wrong_password"),
            ("Spo", "wrong_password"),
            // The password in another place than the start.
            ("P", "wrong_step"), ("Po", "wrong_step"), ("SPP", "wrong_step"), ("SPPo", "wrong_step"),
            ("SS", "srp_start"), ("SSP", "srp_start"), ("SPS", "srp_start"), ("SPSP", "srp_start"),
            ("SPxS", "srp_start"), ("SPxP", "wrong_step"), ("SPxSPo", "srp_start"), ("oSP", "no_password"),
            // Unknown challenges, and the other flow's steps.
            ("S?", "unknown_challenge"), ("SP?", "unknown_challenge"), ("SP?o", "unknown_challenge"),
            ("SP-", "unknown_challenge"), ("SPc", "unknown_challenge"), ("SPE", "wrong_step"), ("SPEo", "wrong_step"),
        ])
    func resultTokenAfterThePassword(_ rows: String, _ decision: String) throws {
        try expect(DefineReply.decision(.define.session(Rows.parse(rows)), Self.settings), equals: decision)
    }

    @Test(
        "what Cognito asks for after it is accepted and proves nothing",
        arguments: [
            ("SPM", "challenge"), ("SPT", "challenge"), ("SPC", "challenge"), ("SPMo", "tokens"),
            ("SPMDVxo", "tokens"), ("SPDVM", "challenge"), ("SPMxxx", "too_many_attempts"),
            // A second factor is not a start, not a password and not an answer to a step.
            ("M", "wrong_step"), ("SM", "wrong_step"), ("SMP", "wrong_step"), ("SMo", "wrong_step"),
            ("SPMM", "wrong_step"), ("SPxM", "wrong_step"), ("SPxMo", "wrong_step"), ("SPoM", "row_after_success"),
            ("SPm", "wrong_second_factor"), ("SPmM", "wrong_second_factor"), ("SPmo", "wrong_second_factor"),
        ])
    func secondFactorsProveNothing(_ rows: String, _ decision: String) throws {
        try expect(DefineReply.decision(.define.session(Rows.parse(rows)), Self.settings), equals: decision)
    }

    @Test("SRP_START does not change that", arguments: ["refuse", "ignore", "nonsense"])
    func srpStartSettingIsIgnored(_ value: String) throws {
        let settings = Self.settings.merging(["SRP_START": value]) { $1 }
        for (rows, decision) in [("S", "password"), ("So", "no_password"), ("", "no_password"), ("s", "srp_start")] {
            try expect(DefineReply.decision(.define.session(Rows.parse(rows)), settings), equals: decision)
        }
    }
}

/// Cognito documents the rows `DEVICE_SRP_AUTH` and `DEVICE_PASSWORD_VERIFIER`, and does not say where it puts them.
@Suite("A remembered device")
struct RememberedDeviceTests {
    private static let flows = ["RESULT_TOKEN", "PASSWORD,RESULT_TOKEN", "CAPTCHA,RESULT_TOKEN"]
    private static let sessions = [
        "", "x", "xx", "xxx", "o", "xo", "xxxo", "ox", "oo", "S", "SP", "SPx", "SPxo", "SPM", "SPMo", "Sp", "P", "M",
        "?",
        "K", "kK", "Kx", "Ko", "kkk", "Kxxx",
    ]

    @Test("that passed changes no decision, wherever its rows are", arguments: flows, sessions)
    func rightRowsAreIgnored(flow: String, rows: String) throws {
        let expected = try decision(rows, flow)
        for place in 0...rows.count {
            for device in ["DV", "D", "V", "DVDV"] {
                try expect(decision(rows, with: device, at: place, flow), equals: expected, "\(device) at \(place)")
            }
        }
    }

    @Test("that failed ends every sign-in that has not failed yet, wherever its row is", arguments: flows, sessions)
    func wrongRowsFail(flow: String, rows: String) throws {
        guard try ["challenge", "password", "tokens"].contains(decision(rows, flow)) else { return }
        for place in 0...rows.count {
            for device in ["d", "v", "Dv", "vDV"] {
                try expect(
                    decision(rows, with: device, at: place, flow), equals: "wrong_device", "\(device) at \(place)")
            }
        }
    }

    private func decision(
        _ rows: String, with device: String = "", at place: Int = 0, _ flow: String
    ) throws -> String {
        let session = Rows.parse("\(rows.prefix(place))\(device)\(rows.dropFirst(place))")
        return try DefineReply.decision(.define.session(session), ["SIGN_IN_FLOW": flow])
    }
}
