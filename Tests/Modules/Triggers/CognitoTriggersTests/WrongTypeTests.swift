import CognitoTriggers
import TestSupport
import Testing

@Suite("Members of a wrong type")
struct WrongTypeTests {
    struct WrongMember: Sendable, CustomTestStringConvertible {
        let path: String
        let readers: [Reader]
        let event: @Sendable (EventText) -> EventText
        let testDescription: String

        init(
            _ path: String, by readers: [Reader], value: String, event: @escaping @Sendable (EventText) -> EventText
        ) {
            self.path = path
            self.readers = readers
            self.event = event
            testDescription = "\(path): \(value)"
        }

        /// A member of `request`.
        static func request(_ name: String, _ readers: [Reader], _ values: [String], path: String? = nil)
            -> [WrongMember]
        {
            values.map { value in
                WrongMember(path ?? "request.\(name)", by: readers, value: value) { event in
                    let keepsName = name != "challengeName" && event.source.hasPrefix("Create")
                    let rest = keepsName ? #","challengeName":"CUSTOM_CHALLENGE""# : ""
                    return event.with(\.request, #"{"\#(name)":\#(value)\#(rest)}"#)
                }
            }
        }

        /// A member of the envelope.
        static func envelope(
            _ path: String, _ part: any WritableKeyPath<EventText, String> & Sendable, _ texts: [String],
            _ readers: [Reader] = Reader.allCases
        ) -> [WrongMember] {
            texts.map { text in WrongMember(path, by: readers, value: text) { $0.with(part, text) } }
        }
    }

    static let signIn: [Reader] = [.define, .create, .verify]
    /// The readers of the triggers that must know the user.
    static let ofUser: [Reader] = [.create, .verify]
    static let faults: [WrongMember] =
        WrongMember.envelope(
            "userPoolId", \.userPoolID, [#""x":1"#, #""userPoolId":1"#, #""userPoolId":null"#], ofUser)
        + WrongMember.envelope(
            "userPoolId", \.userPoolID, [#""userPoolId":"""#, #""userPoolId":["a"]"#], ofUser)
        + WrongMember.envelope(
            "userName", \.userName, [#""x":1"#, #""userName":null"#, #""userName":"""#, #""userName":{}"#],
            ofUser)
        + WrongMember.envelope("request", \.request, ["null", "[]", #""x""#, "true"])
        + WrongMember.envelope("response", \.response, ["[]", #""x""#, "false", "0"])
        + WrongMember.request("userAttributes", ofUser, ["[]", #""x""#, "1", "true"])
        + WrongMember.request("userNotFound", signIn, [#""true""#, "1", "{}"])
        + WrongMember.request("session", [.define, .create], ["{}", #""x""#, "true"])
        + WrongMember.request(
            "session", [.define, .create], ["[null]", "[[]]", #"["SRP_A"]"#], path: "request.session[]")
        + WrongMember.request(
            "challengeName", [.create], ["null", #""""#, "1", #""SRP_A""#, #""custom_challenge""#, "{}"])
        + [WrongMember("request.challengeName", by: [.create], value: "absent") { $0.with(\.request, "{}") }]
        + WrongMember.request("challengeAnswer", [.verify], ["{}", "[]", "1", "true"])
        + WrongMember.request(
            "privateChallengeParameters", [.verify], ["[]", #""x""#, #"{"a":1}"#, #"{"a":null}"#, #"{"a":{}}"#])
        + WrongMember.request(
            "userAttributes", ofUser, [#"{"sub":1}"#, #"{"sub":true}"#, #"{"sub":["a"]}"#],
            path: "request.userAttributes.sub")
        + [
            ("challengeName", "1"), ("challengeResult", #""true""#), ("challengeResult", "1"),
            ("challengeMetadata", "{}"),
        ]
        .flatMap { name, value in
            WrongMember.request(
                "session", [.define, .create], [#"[{"\#(name)":\#(value)}]"#], path: "request.session[].\(name)")
        }

    @Test("each is refused with its path", arguments: faults)
    func wrongTypeIsRefusedWithItsPath(_ fault: WrongMember) {
        for reader in fault.readers {
            #expect(throws: TriggerError.invalidMember(fault.path)) {
                try reader.read(fault.event(EventText(reader)).bytes)
            }
        }
    }

    @Test("members that are not read may be of any type", arguments: Reader.allCases)
    func unreadMembersMayHaveAnyType(_ reader: Reader) throws {
        let text = EventText(reader).text.replacing(#""version":"1""#, with: #""version":{"a":[1e400]}"#)
            .replacing(#""region":"eu-west-1""#, with: #""region":1"#)
        try expect(reader.read(Array(text.utf8)).userName, equals: "7d1f4c0e")
    }
}
