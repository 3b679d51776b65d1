import JSON
import Replay
import Testing
import Trials

@Suite("The table of faults")
struct FaultTableTests {
    @Test("every fault of every service is tried", arguments: CalledService.allCases)
    func faultsAreComplete(service: CalledService) {
        let rows = FaultTable.calls.filter { $0.service == service }.flatMap(\.rows)
        #expect(Set(rows.map(\.fault)) == Set(service.faults))
    }

    @Test(
        "every function that calls a service meets its faults",
        arguments: [
            (CalledService.authsignal, ["AddAuthenticator", "CreateAuthChallenge", "VerifyAuthChallenge"]),
            (.mails, ["Authenticator", "CreateAuthChallenge"]),
            (.secrets, ["AddAuthenticator", "Authenticator", "CreateAuthChallenge", "VerifyAuthChallenge"]),
            (.tables, ["Authenticator", "CreateAuthChallenge", "VerifyAuthChallenge"]),
            (.issuer, ["AddAuthenticator", "PreSignUp", "VerifyAuthChallenge"]), (.captcha, ["VerifyAuthChallenge"]),
        ])
    func functionsAreComplete(service: CalledService, functions: [String]) {
        let events = FaultTable.calls.filter { $0.service == service }.map(\.event)
        #expect(Set(events.compactMap { $0.split(separator: "/").first.map(String.init) }).sorted() == functions)
    }

    @Test("each operation of a table that a sample event names meets a fault, in each function that makes it")
    func tableOperationsAreComplete() throws {
        let calls = try sampleEvents().map { sample in
            let names = try JSONValue(parsing: sample.expectationText)["awsCalls"]?.elements.compactMap(\.string) ?? []
            return (sample, names.filter(Self.tableOperations.contains))
        }
        let byTitle = Dictionary(calls.map { ($0.title, $1) }, uniquingKeysWith: { first, _ in first })
        let made = Set(calls.flatMap { sample, names in names.map { "\(sample.function) \($0)" } })
        let tried = FaultTable.calls.filter { $0.service == .tables }.compactMap { call -> String? in
            let names = byTitle[call.event] ?? []
            guard names.indices.contains(call.wellAnswered) else { return nil }
            return "\(call.event.prefix { $0 != "/" }) \(names[call.wellAnswered])"
        }
        #expect(made.subtracting(tried).sorted() == [])
        #expect(made.count > 5)
    }

    private static let tableOperations: Set = [
        "DeleteItem", "GetItem", "PutItem", "Query", "TransactWriteItems", "UpdateItem",
    ]

    @Test("no row is there twice")
    func rowsAreDifferent() {
        let titles = FaultTable.calls.flatMap(\.rows).map(\.title)
        #expect(Set(titles).count == titles.count)
    }
}
