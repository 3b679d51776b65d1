import CognitoTriggers
import JSON
import TestSupport
import Testing

@Suite("Reading events")
struct ReaderTests {
    @Test("each event is read by its own reader and by no other", arguments: Reader.allCases)
    func onlyTheOwnReaderReadsAnEvent(_ own: Reader) throws {
        let bytes = EventText(own).bytes
        let event = try own.read(bytes)
        #expect(event.userPoolID == "eu-west-1_AbCdEf123" && event.region == "eu-west-1")
        #expect(event.clientID == "client-1" && event.userName == "7d1f4c0e")
        for other in Reader.allCases where other != own {
            #expect(throws: TriggerError.wrongTrigger(other.trigger)) { try other.read(bytes) }
        }
    }

    @Test("user, session, answer and private parameters are read")
    func everyMemberIsRead() throws {
        let request = #"""
            {"userAttributes":{"sub":"7d1f4c0e","email":"ana@example.test"},"challengeName":"CUSTOM_CHALLENGE",
            "session":[{"challengeName":"SRP_A","challengeResult":true,"challengeMetadata":null},
            {"challengeName":"CUSTOM_CHALLENGE","challengeResult":false,"challengeMetadata":"note"}],
            "privateChallengeParameters":{"h":"x"},"challengeAnswer":"246813"}
            """#
        let rows = [
            ChallengeResult(challengeName: "SRP_A", challengeResult: true),
            ChallengeResult(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: "note"),
        ]
        let define = try DefineAuthChallengeEvent(parsing: EventText(.define).with(\.request, request).bytes)
        #expect(define.session == rows && define.user.account?.sub == "7d1f4c0e")
        let create = try CreateAuthChallengeEvent(parsing: EventText(.create).with(\.request, request).bytes)
        #expect(create.session == rows && create.user == TriggerUser(.init(sub: "7d1f4c0e", email: "ana@example.test")))
        let verify = try VerifyAuthChallengeEvent(parsing: EventText(.verify).with(\.request, request).bytes)
        #expect(verify.answer == "246813" && verify.privateParameters == ["h": "x"] && verify.user == create.user)
    }

    @Test("an unknown user is read as one", arguments: ["null", "{}"])
    func unknownUserIsRead(_ attributes: String) throws {
        let request = #"{"userAttributes":\#(attributes),"userNotFound":true,"challengeName":"CUSTOM_CHALLENGE"}"#
        let nobody = TriggerUser(isNotFound: true, nil)
        let define = try DefineAuthChallengeEvent(parsing: EventText(.define).with(\.request, request).bytes)
        let create = try CreateAuthChallengeEvent(parsing: EventText(.create).with(\.request, request).bytes)
        let verify = try VerifyAuthChallengeEvent(parsing: EventText(.verify).with(\.request, request).bytes)
        #expect(define.user == nobody && create.user == nobody && verify.user == nobody)
    }

    @Test("null, absent and empty mean the same", arguments: Reader.allCases)
    func nullAbsentAndEmptyAreTheSame(_ reader: Reader) throws {
        let always = reader == .create ? #""challengeName":"CUSTOM_CHALLENGE""# : #""other":1"#
        let nulls =
            #""userAttributes":null,"session":null,"userNotFound":null,"privateChallengeParameters":null,"#
            + #""challengeAnswer":null,"clientMetadata":null"#
        let empties =
            #""userAttributes":{"sub":"","email":"","email_verified":""},"session":[],"userNotFound":false,"#
            + #""privateChallengeParameters":{},"challengeAnswer":"","clientMetadata":{}"#
        for members in [always, always + "," + nulls, always + "," + empties] {
            let bytes = EventText(reader).with(\.request, "{\(members)}").with(\.callerContext, "").bytes
            try expect(reader.read(bytes).clientID, equals: nil)
            let user = TriggerUser(nil)
            switch reader {
            case .define:
                let event = try DefineAuthChallengeEvent(parsing: bytes)
                #expect(event.session.isEmpty)
                #expect(event.user == user)
            case .create:
                let event = try CreateAuthChallengeEvent(parsing: bytes)
                #expect(event.session.isEmpty)
                #expect(event.user == user)
            case .verify:
                let event = try VerifyAuthChallengeEvent(parsing: bytes)
                #expect(event.privateParameters.isEmpty)
                #expect(event.answer.isEmpty)
                #expect(event.user == user)
            case .preSignUp, .preTokenGeneration: break
            }
        }
    }

    @Test(
        "a client id that is null, empty or not text counts as absent",
        arguments: [#"{"clientId":null}"#, #"{"clientId":""}"#, #"{"clientId":7}"#, "[]", #""x""#, "null"])
    func emptyClientIDCountsAsAbsent(_ context: String) throws {
        let event = EventText(.define).with(\.callerContext, #""callerContext":\#(context),"#)
        try expect(Reader.define.read(event.bytes).clientID, equals: nil)
    }

    @Test(
        "an address is verified by the word true in any case, as a text or as a Boolean",
        arguments: [
            (#""true""#, true), (#""True""#, true), (#""TRUE""#, true), (#""tRuE""#, true), ("true", true),
            ("false", false), (#""false""#, false), (#""False""#, false), (#""1""#, false), ("1", false),
            (#""true ""#, false), (#""yes""#, false), (#""""#, false), ("null", false), ("{}", false),
            ("[true]", false),
            ("\"\u{FF34}rue\"", false),
        ])
    func wordTrueVerifiesAnAddress(_ value: String, _ isVerified: Bool) throws {
        let request =
            #"{"userAttributes":{"sub":"7d1f4c0e","email_verified":\#(value)},"challengeName":"CUSTOM_CHALLENGE"}"#
        let created = try CreateAuthChallengeEvent(parsing: EventText(.create).with(\.request, request).bytes)
        #expect(created.user.account?.isEmailVerified == isVerified)
        let verified = try VerifyAuthChallengeEvent(parsing: EventText(.verify).with(\.request, request).bytes)
        #expect(verified.user.account?.isEmailVerified == isVerified)
    }

    @Test(
        "attributes of another type are absent, and stop no trigger", arguments: Reader.allCases,
        ["email", "email_verified", "locale", "phone_number_verified", "custom:tenant"])
    func attributesOfAnotherType(_ reader: Reader, _ name: String) throws {
        for value in ["true", "1", "[]", "{}", "null"] {
            let request =
                #"{"userAttributes":{"sub":"7d1f4c0e","\#(name)":\#(value)},"challengeName":"CUSTOM_CHALLENGE"}"#
            _ = try reader.read(EventText(reader).with(\.request, request).bytes)
            let user = try CreateAuthChallengeEvent(parsing: EventText(.create).with(\.request, request).bytes).user
            #expect(
                user.account
                    == TriggerUser.Account(
                        sub: "7d1f4c0e", isEmailVerified: name == "email_verified" && value == "true"))
        }
    }

    @Test(
        "Define reads no attribute but the sub, and that only for the audit log",
        arguments: ["[]", #""x""#, "true", #"{"sub":1}"#, #"{"sub":["a"]}"#])
    func defineNeedsNoAttribute(_ attributes: String) throws {
        let request = #"{"userAttributes":\#(attributes),"session":[]}"#
        let event = try DefineAuthChallengeEvent(parsing: EventText(.define).with(\.request, request).bytes)
        #expect(event.user.account == nil)
    }

    @Test(
        "members of the envelope that a trigger's decision does not need may be of any type",
        arguments: [Reader.define, .preSignUp, .preTokenGeneration])
    func unneededMembersOfTheEnvelope(_ reader: Reader) throws {
        for value in ["1", "null", "[]", #""""#] {
            let event = EventText(reader).with(\.userPoolID, #""userPoolId":\#(value)"#)
                .with(\.userName, #""userName":\#(value)"#)
            let read = try reader.read(event.bytes)
            #expect(read.userName == "" && read.userPoolID == "")
        }
    }

    @Test("a row without name or result is kept as one that proves nothing")
    func emptyRowProvesNothing() throws {
        let request = #"{"session":[{},{"challengeName":null,"challengeResult":null,"challengeMetadata":null}]}"#
        let event = try DefineAuthChallengeEvent(parsing: EventText(.define).with(\.request, request).bytes)
        #expect(event.session == Array(repeating: ChallengeResult(challengeName: "", challengeResult: false), count: 2))
    }

    @Test(
        "both names of the Verify trigger are served",
        arguments: ["VerifyAuthChallengeResponse_Authentication", "VerifyAuthChallenge_Authentication"])
    func bothNamesOfVerifyAreServed(_ source: String) throws {
        try expect(Reader.verify.read(EventText(.verify).with(\.source, source).bytes).triggerSource, equals: source)
    }

    @Test(
        "only a user's own sign-up counts as one",
        arguments: [
            ("PreSignUp_SignUp", true), ("PreSignUp_AdminCreateUser", false), ("PreSignUp_ExternalProvider", false),
            ("PreSignUp_SignUpLater", false),
        ])
    func onlyAUsersOwnSignUpCounts(_ source: String, _ isSelf: Bool) throws {
        try expect(
            PreSignUpEvent(parsing: EventText(.preSignUp).with(\.source, source).bytes).isSelfSignUp, equals: isSelf)
    }

    @Test(
        "only tokens after a new password count as tokens for one",
        arguments: [
            ("TokenGeneration_NewPasswordChallenge", true), ("TokenGeneration_Authentication", false),
            ("TokenGeneration_RefreshTokens", false), ("TokenGeneration_HostedAuth", false),
            ("TokenGeneration_AuthenticateDevice", false), ("TokenGeneration_NewPasswordChallengeLater", false),
        ])
    func onlyNewPasswordTokensCount(_ source: String, _ isForNewPassword: Bool) throws {
        let event = try PreTokenGenerationEvent(parsing: EventText(.preTokenGeneration).with(\.source, source).bytes)
        #expect(event.isForNewPassword == isForNewPassword)
    }

    @Test("a byte-order mark in front is tolerated once", arguments: Reader.allCases)
    func byteOrderMarkIsTolerated(_ reader: Reader) throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        try expect(reader.read(mark + EventText(reader).bytes).userName, equals: "7d1f4c0e")
        #expect(throws: TriggerError.invalidJSON(.byteOrderMark)) {
            try reader.read(mark + mark + EventText(reader).bytes)
        }
    }

    @Test(
        "text that is not JSON is refused with the parser's reason", arguments: Reader.allCases,
        [
            ("", .unexpectedEnd), ("nonsense", .unexpectedByte(offset: 1)),
            (#"{"userName":"a","userN\u0061me":"b"}"#, .duplicateMember(offset: 16)),
            ("{}x", .trailingData(offset: 2)), (#"{"a":1,}"#, .unexpectedByte(offset: 7)),
        ] as [(String, JSONError)])
    func invalidJSONIsRefused(_ reader: Reader, _ fault: (text: String, error: JSONError)) {
        #expect(throws: TriggerError.invalidJSON(fault.error)) { try reader.read(Array(fault.text.utf8)) }
    }

    @Test(
        "JSON that is not an event is refused for its first missing member", arguments: Reader.allCases,
        ["null", "[]", #""text""#, "1", "{}", #"{"triggerSource":null}"#, #"{"triggerSource":""}"#])
    func missingMemberIsNamed(_ reader: Reader, _ text: String) {
        #expect(throws: TriggerError.invalidMember("triggerSource")) { try reader.read(Array(text.utf8)) }
    }

    @Test("the errors' texts name member and trigger and nothing of the event")
    func errorTextsNameMemberAndTrigger() {
        #expect(
            TriggerError.invalidMember("request.session").description
                == "the event's request.session is missing or of the wrong type")
        #expect(
            TriggerError.wrongTrigger(.verifyAuthChallenge).description
                == "the event does not belong to the trigger VerifyAuthChallenge")
        #expect(TriggerError.invalidJSON(.unexpectedEnd).description == "the event is not JSON: ends too early")
    }
}
