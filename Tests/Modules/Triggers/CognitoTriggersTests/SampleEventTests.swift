import CognitoTriggers
import JSON
import Testing

@Suite("The sample events")
struct SampleEventTests {
    @Test("there are 19 of them, of three triggers")
    func nineteenEventsOfThreeTriggers() throws {
        let names = try SampleEvents.names()
        #expect(names.count == 19)
        #expect(Set(names.map { $0.prefix { $0 != "_" } }) == ["define", "create", "verify"])
    }

    @Test("each is read by its own reader and by no other", arguments: try SampleEvents.names())
    func onlyTheOwnReaderReadsAnEvent(_ name: String) throws {
        let bytes = try SampleEvents.bytes(name)
        for reader in Reader.allCases {
            if name.hasPrefix(reader.rawValue) {
                let event = try reader.read(bytes)
                #expect(event.userPoolID == "eu-west-1_AbCdEf123")
                #expect(event.region == "eu-west-1")
                #expect(event.clientID == "3kq0example1clientid2value3")
                #expect(event.triggerSource.hasPrefix(reader.trigger.rawValue))
            } else {
                #expect(throws: TriggerError.wrongTrigger(reader.trigger)) { try reader.read(bytes) }
            }
        }
    }

    @Test("each reply keeps every byte outside response", arguments: try SampleEvents.names())
    func replyKeepsBytesOutsideResponse(_ name: String) throws {
        let reader = try #require(Reader.allCases.first { name.hasPrefix($0.rawValue) })
        let event = try SampleEvents.bytes(name)
        let reply = try reader.reply(event)
        let before = try #require(try JSONValue(parsing: event)["response"]?.range)
        let after = try #require(try JSONValue(parsing: reply)["response"]?.range)
        #expect(event[..<before.lowerBound] == reply[..<after.lowerBound])
        #expect(event[before.upperBound...] == reply[after.upperBound...])
        #expect(String(decoding: reply[after], as: UTF8.self) == reader.response)
    }

    struct DefineExpectation: Sendable {
        var name: String
        var rows: [ChallengeResult] = []
        var user = TriggerUser(sub: Self.sub, email: nil)

        static let sub = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
        static let nobody = TriggerUser(isNotFound: true, sub: nil, email: nil)
    }

    @Test(
        "session and user of a Define event are read",
        arguments: [
            DefineExpectation(name: "define_first"),
            DefineExpectation(name: "define_first_session_null"),
            DefineExpectation(name: "define_after_wrong", rows: [.custom(false, "v1.otp.0")]),
            DefineExpectation(
                name: "define_after_right", rows: [.custom(false, "v1.otp.0"), .custom(true, "v1.otp.1")]),
            DefineExpectation(name: "define_metadata_null", rows: [.custom(true, nil)]),
            DefineExpectation(name: "define_srp_a", rows: [.other("SRP_A")]),
            DefineExpectation(name: "define_srp_done", rows: [.other("SRP_A"), .other("PASSWORD_VERIFIER")]),
            DefineExpectation(
                name: "define_srp_then_mfa",
                rows: [.other("SRP_A"), .other("PASSWORD_VERIFIER"), .other("SOFTWARE_TOKEN_MFA")]),
            DefineExpectation(name: "define_user_not_found", user: DefineExpectation.nobody),
            DefineExpectation(name: "define_user_not_found_null_attributes", user: DefineExpectation.nobody),
            DefineExpectation(name: "define_force_change_password"),
            DefineExpectation(name: "define_unknown_fields", rows: [.other("FUTURE_CHALLENGE")]),
        ])
    func defineEventsAreRead(_ expected: DefineExpectation) throws {
        let event = try DefineAuthChallengeEvent(parsing: try SampleEvents.bytes(expected.name))
        #expect(event.session == expected.rows)
        #expect(event.user == expected.user)
    }

    @Test("session and user of a Create event are read")
    func createEventsAreRead() throws {
        let first = try CreateAuthChallengeEvent(parsing: try SampleEvents.bytes("create_first"))
        #expect(first.session.isEmpty)
        let second = try CreateAuthChallengeEvent(parsing: try SampleEvents.bytes("create_second"))
        #expect(second.session == [.custom(false, "v1.otp.0")])
        #expect(second.user.sub == DefineExpectation.sub)
        let unknown = try CreateAuthChallengeEvent(parsing: try SampleEvents.bytes("create_user_not_found"))
        #expect(unknown.user == DefineExpectation.nobody)
        #expect(unknown.common.userName == "ghost@example.test")
    }

    @Test(
        "answer and private parameters of a Verify event are read",
        arguments: ["verify", "verify_no_client_metadata", "verify_answer_correct_absent", "verify_user_not_found"])
    func verifyEventsAreRead(_ name: String) throws {
        let event = try VerifyAuthChallengeEvent(parsing: try SampleEvents.bytes(name))
        #expect(event.answer == "246813")
        #expect(event.privateParameters == ["h": "bXlobWFj"])
        #expect(event.user.isNotFound == (name == "verify_user_not_found"))
    }

    @Test("numbers, spaces and unknown members of an event with additions stay as they were written")
    func additionsStayAsWritten() throws {
        let reply = try Reader.define.reply(try SampleEvents.bytes("define_unknown_fields"))
        let text = String(decoding: reply, as: UTF8.self)
        for part in ["1000.0", "2.5,", "\"futureField\": {\n    \"n\": null", "\"é\u{2028}\""] {
            #expect(text.contains(part))
        }
    }
}

extension ChallengeResult {
    fileprivate static func custom(_ result: Bool, _ metadata: String?) -> ChallengeResult {
        ChallengeResult(challengeName: "CUSTOM_CHALLENGE", challengeResult: result, challengeMetadata: metadata)
    }

    fileprivate static func other(_ name: String) -> ChallengeResult {
        ChallengeResult(challengeName: name, challengeResult: true)
    }
}
