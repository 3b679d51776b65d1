import LambdaRuntime
import Testing
import TriggerTestSupport

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
        #expect(try DefineReply.decision(.define.session(Rows.parse(rows)), Self.settings) == decision)
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
        #expect(try DefineReply.decision(.define.session(Rows.parse(rows)), Self.settings) == decision)
    }

    @Test(
        "an unknown user is asked for it like a known one, and never gets tokens",
        arguments: [
            ("S", "password"), ("", "no_password"), ("SP", "challenge"), ("SPxxx", "too_many_attempts"),
            ("SPo", "unknown_user"),
        ])
    func unknownUserNeverGetsTokens(_ rows: String, _ decision: String) throws {
        let event = EventBuilder.define.unknownUser().session(Rows.parse(rows))
        #expect(try DefineReply.decision(event, Self.settings) == decision)
    }

    @Test("SRP_START does not change that", arguments: ["refuse", "ignore", "nonsense"])
    func srpStartSettingIsIgnored(_ value: String) throws {
        let settings = Self.settings.merging(["SRP_START": value]) { $1 }
        for (rows, decision) in [("S", "password"), ("So", "no_password"), ("", "no_password"), ("s", "srp_start")] {
            #expect(try DefineReply.decision(.define.session(Rows.parse(rows)), settings) == decision)
        }
    }

    @Test("a foreign client is not even asked for it")
    func foreignClientIsNotAsked() throws {
        let settings = Self.settings.merging(["ALLOWED_CLIENT_IDS": "other"]) { $1 }
        #expect(try DefineReply.decision(.define.session(Rows.parse("S")), settings) == "foreign_client")
    }
}
