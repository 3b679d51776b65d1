#if os(Linux)
import Faults
import Testing

@Suite("The table of faults")
struct FaultTableTests {
    @Test("every fault of every service is tried", arguments: CalledService.allCases)
    func faultsAreComplete(service: CalledService) {
        let rows = FaultTable.calls.filter { $0.service == service }.flatMap { $0.rows(isNamed: true) }
        #expect(Set(rows.map(\.fault)) == Set(service.faults(isNamed: true)))
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

    @Test("no row is there twice")
    func rowsAreDifferent() {
        let titles = FaultTable.calls.flatMap { $0.rows(isNamed: true) }.map(\.title)
        #expect(Set(titles).count == titles.count)
    }
}
#endif
