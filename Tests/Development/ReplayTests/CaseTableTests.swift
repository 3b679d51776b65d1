import Replay
import TestSupport
import Testing

@Suite("A table of cases")
struct CaseTableTests {
    private let fixture: EventFixture

    init() throws { fixture = try EventFixture() }

    /// The case `row` of a table that has only this case.
    private func row(_ members: String) throws -> ReplayCase? {
        let members = members.isEmpty ? "" : ", " + members
        let table = try fixture.table(
            #"{"base": "whole", "cases": {"row": {"description": "One row."\#(members)}}}"#)
        return try fixture.onlyCase(table + "#row")
    }

    private func event(_ members: String) throws -> String {
        String(decoding: try #require(try row(members)).event, as: UTF8.self)
    }

    @Test("a case without edits has the base's event, byte for byte")
    func unedited() throws {
        try expect(event(""), equals: EventFixture.event)
    }

    @Test("an edited event is written a member a line, its strings and numbers spelled as before")
    func changed() throws {
        let members = #"""
            "change": {"request.session[1].result": null, "version": "2"},
            "add": {"request.session[2]": [], "request.user": {"sub": "a\/b", "age": 1.50}}
            """#
        try expect(
            event(members),
            equals: #"""
                {
                  "version": "2",
                  "number": 1e3,
                  "request": {
                    "session": [
                      {
                        "result": true
                      },
                      {
                        "result": null
                      },
                      []
                    ],
                    "name": "\u00e9",
                    "user": {
                      "sub": "a\/b",
                      "age": 1.50
                    }
                  },
                  "response": {}
                }
                """#)
    }

    @Test("members and elements can be removed")
    func removed() throws {
        try expect(
            event(#""remove": ["request.session[0]", "request.name", "number", "response"]"#),
            equals: """
                {
                  "version": "1",
                  "request": {
                    "session": [
                      {
                        "result": false
                      }
                    ]
                  }
                }
                """)
    }

    @Test("a piece of the base's text can be rewritten, with bytes that JSON does not allow")
    func rewritten() throws {
        let rewritten = try event(##""rewrite": {"{\"version\"": "\ufeff{ \"version\":1,\"version\""}"##)
        #expect(rewritten == "\u{FEFF}{ \"version\":1,\"version\"" + EventFixture.event.dropFirst(10))
    }

    @Test("an edited event can be rewritten")
    func changedAndRewritten() throws {
        let rewritten = try event(#""remove": ["request"], "rewrite": {"1e3": "1000"}"#)
        #expect(rewritten == "{\n  \"version\": \"1\",\n  \"number\": 1000,\n  \"response\": {}\n}")
    }

    @Test("a text takes the place of the event", arguments: [("", ""), (#"[1, \"2\""#, #"[1, "2""#), (#"a\n"#, "a\n")])
    func text(written: String, sent: String) throws {
        try expect(event(#""text": "\#(written)""#), equals: sent)
    }

    @Test(
        "an expectation is the base's with the members that the case names",
        arguments: [
            (
                "",
                #"{"description":"One row.","environment":"plain","calls":["GET /"],"#
                    + #""response":{"issueTokens":true,"note":{"a":"$any"}}}"#
            ),
            (
                #""expected": {"response.note.a": "$text", "variables": {"A": null}, "calls": []}"#,
                #"{"description":"One row.","environment":"plain","calls":[],"#
                    + #""response":{"issueTokens":true,"note":{"a":"$text"}},"variables":{"A":null}}"#
            ),
            (
                #""expected": {"error": "$any"}"#,
                #"{"description":"One row.","environment":"plain","calls":["GET /"],"error":"$any"}"#
            ),
        ])
    func expectation(members: String, expected: String) throws {
        let text = String(decoding: try #require(try row(members)).expectationText, as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
        #expect(lines.replacing("\": ", with: "\":") == expected)
    }

    @Test("a base can stand in another set of the function")
    func otherSet() throws {
        let table = try fixture.write(
            #"{"base": "set/whole", "cases": {"row": {"description": "One row."}}}"#,
            to: "DefineAuthChallenge/other/table.json")
        let row = try #require(try fixture.onlyCase(table + "#row"))
        #expect(row.title == "DefineAuthChallenge/other/row")
        #expect(String(decoding: row.event, as: UTF8.self) == EventFixture.event)
    }

    @Test("a case can name its own base")
    func ownBase() throws {
        try fixture.write("{}", to: "DefineAuthChallenge/set/empty.json")
        try fixture.write(EventFixture.expectation, to: "DefineAuthChallenge/set/empty.expected.json")
        try expect(event(#""base": "empty""#), equals: "{}")
    }
}
