import Foundation
import Replay
import TestSupport
import Testing

@Suite("A folder of events")
struct EventFolderTests {
    private let fixture: EventFixture

    init() throws {
        fixture = try EventFixture()
        try fixture.table(
            #"{"base": "whole", "cases": {"b": {"description": "B."}, "a": {"description": "A."}}}"#)
    }

    private func titles(_ name: String) throws -> [String] {
        try fixture.folder.cases(named: name, environment: "plain").map(\.title)
    }

    @Test("its cases are whole events and the rows of tables, in the order of their titles")
    func all() throws {
        let cases = try fixture.folder.cases()
        #expect(cases.map(\.title) == ["a", "b", "whole"].map { "DefineAuthChallenge/set/" + $0 })
        let places = ["table.json#a", "table.json#b", "whole.json"]
            .map { fixture.path("DefineAuthChallenge/set/" + $0) }
        #expect(cases.map(\.place) == places)
        #expect(cases.map(\.description) == ["A.", "B.", "The whole event."])
        #expect(cases.allSatisfy { $0.isCompared })
    }

    @Test(
        "a case is named by its file, its expectation, its table, its place or its title",
        arguments: [
            ("whole.json", ["whole"]), ("whole.expected.json", ["whole"]), ("table.json", ["b", "a"]),
            ("table.json#a", ["a"]),
        ])
    func named(file: String, names: [String]) throws {
        let titles = names.map { "DefineAuthChallenge/set/" + $0 }
        try expect(self.titles(fixture.path("DefineAuthChallenge/set/" + file)), equals: titles)
        for title in titles { try expect(self.titles(title), equals: [title]) }
    }

    @Test("a file that is not among the samples is a case that is only shown")
    func shown() throws {
        let event = try fixture.write(#"{"triggerSource": "PreSignUp_SignUp"}"#, to: "saved.json")
        let shown = try #require(try fixture.onlyCase(event))
        #expect(shown.title == "PreSignUp/saved")
        #expect(!shown.isCompared)
        #expect(shown.event == Array(#"{"triggerSource": "PreSignUp_SignUp"}"#.utf8))
    }

    @Test(
        "a name that stands for nothing is refused",
        arguments: ["table.json#c", "other.json", "other.json#a", "whole.json/x"])
    func unknown(file: String) throws {
        let name = fixture.path("DefineAuthChallenge/set/" + file)
        #expect(throws: ReplayError.noCase(name: name)) { try titles(name) }
    }

    @Test("an event without an expectation is refused among the samples")
    func noExpectation() throws {
        let event = try fixture.write("{}", to: "DefineAuthChallenge/set/new.json")
        #expect(throws: ReplayError.noExpectation(event: event)) { try fixture.folder.cases() }
    }

    @Test("a folder without events is refused")
    func empty() throws {
        let folder = fixture.path("DefineAuthChallenge")
        #expect(throws: ReplayError.noEvents(path: folder)) { try EventFolder(folder).cases() }
        #expect(throws: ReplayError.unreadable(path: "nowhere")) { try EventFolder("nowhere").cases() }
    }
}
