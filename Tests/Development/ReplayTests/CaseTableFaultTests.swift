import Replay
import Testing

@Suite("A table of cases with a fault is refused, with the file, the case and the member")
struct CaseTableFaultTests {
    private let fixture: EventFixture

    init() throws { fixture = try EventFixture() }

    @Test(
        "a fault in a case",
        arguments: [
            (#""base": "other""#, TableFault.unknownBase("other")),
            (#""base": "nowhere/whole""#, .unknownBase("nowhere/whole")),
            (#""base": "a/b/c""#, .unknownBase("a/b/c")),
            (#""base": "row""#, .baseInTable("row")),
            (#""base": 1"#, .member("base", is: "a text")),
            (#""bas": "whole""#, .unknownMember("bas")),
            (#""text": 1"#, .member("text", is: "a text")),
            (#""text": "", "remove": ["version"]"#, .textAndEdits),
            (#""text": "", "rewrite": {"1e3": "1"}"#, .textAndEdits),
            (#""change": ["version"]"#, .member("change", is: "an object")),
            (#""change": {"versio": "2"}"#, .absent(path: "versio")),
            (#""change": {"request.session[2]": {}}"#, .absent(path: "request.session[2]")),
            (#""change": {"version.minor": 1}"#, .absent(path: "version.minor")),
            (#""change": {"request[0]": 1}"#, .absent(path: "request[0]")),
            (#""change": {"request.session.result": 1}"#, .absent(path: "request.session.result")),
            (#""change": {"": 1}"#, .malformedPath("")),
            (#""change": {"request..name": 1}"#, .malformedPath("request..name")),
            (#""change": {"request.session[x]": 1}"#, .malformedPath("request.session[x]")),
            (#""change": {"request.session[0": 1}"#, .malformedPath("request.session[0")),
            (#""add": {"version": "2"}"#, .present(path: "version")),
            (#""add": {"request.session[1]": {}}"#, .present(path: "request.session[1]")),
            (#""add": {"request.session[3]": {}}"#, .absent(path: "request.session[3]")),
            (#""add": {"reques.user": {}}"#, .absent(path: "reques.user")),
            (#""remove": {"version": 1}"#, .member("remove", is: "an array of paths")),
            (#""remove": [1]"#, .malformedPath("1")),
            (#""remove": ["request.nam"]"#, .absent(path: "request.nam")),
            (#""rewrite": {"1e3": 1}"#, .member("rewrite", is: "an object of texts")),
            (#""rewrite": {"1e4": ""}"#, .rewrite("1e4", occurrences: 0)),
            (#""rewrite": {"result": ""}"#, .rewrite("result", occurrences: 2)),
            (#""expected": {"respons.issueTokens": false}"#, .absent(path: "respons.issueTokens")),
            (#""expected": []"#, .member("expected", is: "an object")),
        ])
    func faultyCase(members: String, fault: TableFault) throws {
        let table = try fixture.table(
            #"{"base": "whole", "cases": {"row": {"description": "One row.", \#(members)}}}"#)
        #expect(throws: ReplayError.table(file: table, case: "row", fault: fault)) { try fixture.folder.cases() }
    }

    @Test(
        "a case without a description, or that is not an object",
        arguments: [
            ("{}", TableFault.member("description", is: "a sentence")),
            (#"{"description": ""}"#, .member("description", is: "a sentence")),
            ("[]", .member("row", is: "an object")),
        ])
    func noDescription(row: String, fault: TableFault) throws {
        let table = try fixture.table(#"{"base": "whole", "cases": {"row": \#(row)}}"#)
        #expect(throws: ReplayError.table(file: table, case: "row", fault: fault)) { try fixture.folder.cases() }
    }

    @Test(
        "a fault of the whole table",
        arguments: [
            (
                #"{"base": "whole", "cases": {"a": {"description": "A."}, "a": {"description": "A."}}}"#,
                TableFault.duplicate("a")
            ),
            (#"{"base": "whole", "cases": {}}"#, .member("cases", is: "an object that has a case")),
            (#"{"base": "whole", "cases": []}"#, .member("cases", is: "an object that has a case")),
            (#"{"cases": {"a": {"description": "A."}}}"#, .member("base", is: "the name of a whole event")),
            (#"{"base": "whole", "cases": {"a": {}}, "about": ""}"#, .unknownMember("about")),
            (#"{"base": "whole", "cases": {"#, .notJSON("ends too early")),
        ])
    func faultyTable(text: String, fault: TableFault) throws {
        let table = try fixture.table(text)
        #expect(throws: ReplayError.table(file: table, case: nil, fault: fault)) { try fixture.folder.cases() }
    }

    @Test("a name that another file of the set has already", arguments: ["whole", "row"])
    func duplicateCase(name: String) throws {
        try fixture.table(#"{"base": "whole", "cases": {"row": {"description": "One row."}}}"#, name: "first")
        let second = try fixture.table(
            #"{"base": "whole", "cases": {"\#(name)": {"description": "The same name."}}}"#, name: "second")
        let fault = TableFault.duplicateCase(otherFile: name == "row" ? "first.json" : "whole.json")
        #expect(throws: ReplayError.table(file: second, case: name, fault: fault)) { try fixture.folder.cases() }
    }

    @Test("a base that is not JSON cannot be edited")
    func baseNotJSON() throws {
        try fixture.write("[1, 2", to: "DefineAuthChallenge/set/broken.txt")
        try fixture.write(EventFixture.expectation, to: "DefineAuthChallenge/set/broken.expected.json")
        let table = try fixture.table(
            #"{"base": "broken", "cases": {"row": {"description": "One row.", "change": {"version": 1}}}}"#)
        #expect(throws: ReplayError.table(file: table, case: "row", fault: .baseNotJSON("broken"))) {
            try fixture.folder.cases()
        }
    }

    @Test("an expectation that cannot be read, at the place of the case")
    func expectation() throws {
        let table = try fixture.table(
            #"{"base": "whole", "cases": {"row": {"description": "One row.", "expected": {"respond": 1}}}}"#)
        #expect(throws: ReplayError.malformed(file: table + "#row", fault: "unknown member respond")) {
            try fixture.folder.cases()
        }
    }

    @Test("the text of a fault names the file, the case and the member")
    func description() {
        let error = ReplayError.table(file: "events/a.json", case: "row", fault: .absent(path: "request.nam"))
        #expect("\(error)" == "events/a.json#row: the base has no request.nam")
    }
}
