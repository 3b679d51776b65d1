import CognitoTriggers
import JSON
import TestSupport
import Testing

@Suite("Replies")
struct ReplyTests {
    @Test("a response that is null or empty is filled", arguments: Reader.answering, ["null", "{}", "{ \n }"])
    func emptyResponseIsFilled(_ reader: Reader, _ response: String) throws {
        let event = EventText(reader).with(\.response, response).with(\.tail, #", "later" : [1.50, {"a":null}]"#)
        let reply = String(decoding: try reader.reply(event.bytes), as: UTF8.self)
        #expect(reply == event.with(\.response, reader.response).text)
    }

    @Test("a missing response is added, and every member keeps its bytes", arguments: Reader.answering)
    func missingResponseIsAdded(_ reader: Reader) throws {
        let event = try JSONValue(parsing: EventText(reader).bytes)
        let reply = try JSONValue(parsing: try reader.reply(EventText(reader).bytes))
        #expect(reply.members.map(\.name) == event.members.map(\.name) + ["response"])
        for (name, value) in event.members {
            try expect(#require(reply[name]).bytes, equals: value.bytes)
        }
        try expect(String(decoding: #require(reply["response"]).bytes, as: UTF8.self), equals: reader.response)
    }

    struct Response: Sendable {
        let reader: Reader
        let before: String
        let after: String
    }

    @Test(
        "members are replaced in place; unknown ones are copied byte for byte",
        arguments: [
            Response(
                reader: .define,
                before:
                    #"{"extra" : {"n": 1000.0} , "issueTokens":null, "challengeName":null,"failAuthentication":true}"#,
                after:
                    #"{"extra":{"n": 1000.0},"issueTokens":false,"challengeName":"CUSTOM_CHALLENGE","failAuthentication":false}"#
            ),
            Response(
                reader: .define, before: #"{"ch\u0061llengeName":null,"issue\u0054okens":true}"#,
                after:
                    #"{"ch\u0061llengeName":"CUSTOM_CHALLENGE","issue\u0054okens":false,"failAuthentication":false}"#),
            Response(
                reader: .create,
                before: #"{"privateChallengeParameters":{"old":"x"},"challengeMetadata":"old","x":[ ]}"#,
                after:
                    #"{"privateChallengeParameters":{"b":"2"},"challengeMetadata":"m","x":[ ],"publicChallengeParameters":{"a":"1"}}"#
            ),
            Response(
                reader: .verify, before: #"{"answer\u0043orrect":null,"more":-0.0}"#,
                after: #"{"answer\u0043orrect":true,"more":-0.0}"#),
            Response(reader: .verify, before: #"{"answerCorrect":false}"#, after: #"{"answerCorrect":true}"#),
            Response(
                reader: .preSignUp,
                before: #"{"autoConfirmUser":false,"autoVerifyEmail":false,"autoVerifyPhone":false}"#,
                after: #"{"autoConfirmUser":true,"autoVerifyEmail":false,"autoVerifyPhone":false}"#),
        ])
    func membersAreReplacedInPlace(_ response: Response) throws {
        let event = EventText(response.reader).with(\.response, response.before)
        let reply = String(decoding: try response.reader.reply(event.bytes), as: UTF8.self)
        #expect(reply == event.with(\.response, response.after).text)
    }

    @Test(
        "a decision sets its own member and explicitly unsets the other two",
        arguments: [
            (.issueTokens, #"{"issueTokens":true,"failAuthentication":false}"#),
            (.failAuthentication, #"{"issueTokens":false,"failAuthentication":true}"#),
            (
                .customChallenge,
                #"{"challengeName":"CUSTOM_CHALLENGE","issueTokens":false,"failAuthentication":false}"#
            ),
        ] as [(DefineAuthChallengeEvent.Answer, String)])
    func decisionUnsetsTheOthers(_ decision: DefineAuthChallengeEvent.Answer, _ response: String) throws {
        let nulls = #"{"challengeName":null,"issueTokens":null,"failAuthentication":null}"#
        let contrary = #"{"challengeName":"SRP_A","issueTokens":true,"failAuthentication":true}"#
        for before in ["{}", nulls, contrary] {
            let event = EventText(.define).with(\.response, before)
            let reply = try JSONValue(parsing: try DefineAuthChallengeEvent(parsing: event.bytes).reply(decision))
            let members = try #require(reply["response"])
            let expected = try JSONValue(parsing: Array(response.utf8))
            #expect(Set(members.members.map(\.name)) == Set(expected.members.map(\.name)))
            #expect(members["challengeName"]?.string == expected["challengeName"]?.string)
            #expect(members["issueTokens"]?.bool == expected["issueTokens"]?.bool)
            #expect(members["failAuthentication"]?.bool == expected["failAuthentication"]?.bool)
        }
    }

    @Test("parameters are sorted by name and escaped")
    func parametersAreSortedAndEscaped() throws {
        // So many that no dictionary has them in order by chance.
        let names = "abcdefghijklm".map(String.init)
        let reply = try CreateAuthChallengeEvent(parsing: EventText(.create).bytes)
            .reply(
                publicParameters: ["b": "\"\\\n\u{1}é", "a": ""],
                privateParameters: Dictionary(uniqueKeysWithValues: names.map { ($0, "/") }), metadata: "x\ty")
        let response = try #require(try JSONValue(parsing: reply)["response"])
        #expect(
            String(decoding: response.bytes, as: UTF8.self)
                == #"{"publicChallengeParameters":{"a":"","b":"\"\\\n\u0001é"},"privateChallengeParameters":{"#
                + names.map { #""\#($0)":"/""# }.joined(separator: ",") + "},"
                + #""challengeMetadata":"x\ty"}"#)
    }

    @Test("a sign-up that is left alone comes back as it was")
    func unchangedSignUpKeepsItsBytes() throws {
        let event = EventText(.preSignUp).with(\.response, #"{ "autoConfirmUser" : false }"#)
        try expect(PreSignUpEvent(parsing: event.bytes).replyUnchanged(), equals: event.bytes)
    }

    @Test(
        "tokens that are left alone come back as they were, in every version of the event",
        arguments: ["{}", "null", #"{ "claimsOverrideDetails":null }"#, #"{"claimsAndScopeOverrideDetails" : null}"#])
    func unchangedTokensKeepTheirBytes(_ response: String) throws {
        let event = EventText(.preTokenGeneration).with(\.response, response)
        try expect(PreTokenGenerationEvent(parsing: event.bytes).replyUnchanged(), equals: event.bytes)
    }

    @Test("the reply has no byte-order mark even if the event had one", arguments: Reader.allCases)
    func replyHasNoByteOrderMark(_ reader: Reader) throws {
        let event = EventText(reader).with(\.response, "{}").bytes
        let plain = try reader.reply(event)
        try expect(reader.reply([0xEF, 0xBB, 0xBF] + event), equals: plain)
    }
}
