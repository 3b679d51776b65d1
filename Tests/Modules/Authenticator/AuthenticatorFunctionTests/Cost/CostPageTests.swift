import Foundation
import SoftwarePasskey
import StandIns
import TestSupport
import Testing

@Suite("The page on cost")
struct CostPageTests {
    private let page: CostPage
    private let costs: [JourneyCost]

    init() throws {
        page = try CostPage()
        costs = try CountedJourney.allCases.map { try $0.count() }
    }

    @Test("says what each journey takes")
    func countsAreRight() throws {
        func expectRow(_ name: String, _ count: (JourneyCost) -> Int) throws {
            let counts = costs.map(count)
            try expect(page.numbers(name), equals: counts.map(Double.init), "\(name): \(counts)")
        }
        try expectRow("calls of triggers", \.triggerCalls)
        try expectRow("calls of the authenticator", \.authenticatorCalls)
        try expectRow("calls of tables", \.tableCalls)
        try expectRow("calls of Authsignal", \.authsignalCalls)
        try expectRow("read units", \.readUnits)
        try expectRow("write units", \.writeUnits)
        try expectRow("mails sent", \.mails)
        let times = costs.map { $0.gigabyteSeconds * 1_000 }
        let written = try page.numbers("GB-ms of Lambda")
        #expect(zip(written, times).allSatisfy { abs($0 - $1) < 0.001 }, "\(written), counted \(times)")
    }

    @Test("says how many bytes each journey takes, to within a twentieth")
    func bytesAreRight() throws {
        func expectRow(_ name: String, _ count: (JourneyCost) -> Int) throws {
            for (number, cost) in zip(try page.numbers(name), costs) {
                #expect(abs(number - Double(count(cost))) <= number / 20, "\(name): \(count(cost))")
            }
        }
        try expectRow("bytes that functions answer", \.answerBytes)
        try expectRow("bytes to and from tables", \.tableBytes)
        try expectRow("bytes of the log", \.logBytes)
    }

    @Test("multiplies counts by prices")
    func productsAreRight() throws {
        let prices = try page.prices()
        let logBytes = try page.numbers("bytes of the log")
        for (index, cost) in costs.enumerated() {
            for (name, dollars) in prices.rows(cost, logBytes: logBytes[index]) {
                let expected = String(format: "$%.2f", dollars)
                let written = try page.row(name)[index].replacing("*", with: "")
                #expect(written == expected, "\(name), column \(index)")
            }
        }
    }

    @Test("a million passkey sign-ins cost at most five dollars without mails and log")
    func passkeySignInsAreCheap() throws {
        let signIn = try #require(CountedJourney.allCases.firstIndex(of: .passkeySignIn))
        try expect(page.prices().sum(costs[signIn])) { $0 <= 5 }
    }

    @Test("names its assumptions as the counting makes them, and the size of a user")
    func assumptionsAreNamed() throws {
        let (call, tableCall) = (Int(CountedCall.callMilliseconds), Int(CountedCall.tableCallMilliseconds))
        // The page wraps its lines.
        let text = page.text.replacing("\n", with: " ")
        for sentence in [
            "\(call) ms for a call, \(tableCall) ms more for each table call",
            "\(Int(CountedCall.mailMilliseconds)) ms for a mail",
            "\(Int(CountedCall.authsignalCallMilliseconds)) ms for a call of Authsignal",
            "takes \(Int(CountedCall.waitingMilliseconds)) ms in all",
            "512 MB, Define and PreSignUp 128 MB",
            "A user with one passkey takes about \(try userKilobytes()) KB",
        ] {
            let isThere = text.contains(sentence)
            #expect(isThere, "\(sentence)")
        }
    }

    @Test(
        "counts with the memory that the template gives",
        arguments: ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp", "Authenticator"])
    func memoryIsTheTemplates(function: String) throws {
        let lines = try CostPage.template(of: function)
        #expect(lines.contains { $0.contains("CodeUri: dist/\(function).zip") })
        let line = lines.first { $0.contains(" MemorySize: ") }
        let written = line.map { $0.contains("*MemoryForTLS") || $0.contains("512") }
        // In the mode `oidc`, which has no authenticator, PreSignUp has more.
        let hasMore = written ?? false && function != "PreSignUp"
        #expect(CountedCall.megabytes(function) == (hasMore ? 512 : 128))
    }

    /// The size of a user with an address and a passkey in the table, rounded up.
    private func userKilobytes() throws -> Int {
        let deployment = try Deployment()
        var device = SoftwareAuthenticator.new
        _ = try deployment.process().enrol(&device)
        return (deployment.cloud.userItems.reduce(0) { $0 + $1.storedSize } + 1_023) / 1_024
    }
}
