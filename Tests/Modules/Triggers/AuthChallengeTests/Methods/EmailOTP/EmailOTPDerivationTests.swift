import AuthChallenge
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

/// The values were computed by another implementation of what the types' comments say.
@Suite("What is derived for codes of our own")
struct EmailOTPDerivationTests {
    @Test("the code and its id")
    func codeMatchesVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        try expect(deployment.code, equals: "778048")
        #expect(challenge.privateParameters["requester"] == "00010203-0405-4607-8809-0a0b0c0d0e0f")
        #expect(challenge.privateParameters["key"] == "10111213-1415-4617-9819-1a1b1c1d1e1f")
        #expect(challenge.privateParameters["code"] == "3vrR-SjA4E2upixFtHcQxf")
    }

    @Test("a long code")
    func longCodeMatchesVector() throws {
        let deployment = try CodeDeployment()
        for _ in 0..<5 { _ = try deployment.create() }
        try expect(deployment.code, equals: "FPZG-WWM7-RTTR-EFGE")
    }

    @Test("the keys of the table's items")
    func tableKeysMatchVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, try deployment.code)
        let account = "account#6uOFaOiyk17YfrdGR_xIh8pLXnS3BXERzO16ErGy7rg"
        let mails = "mails#UaFiXLitBu71d21mhbckl68Z4p0FYmgD7n3topU8oTs"
        let items = deployment.aws.table.items
        #expect(Set(items.keys) == [account, mails])
        let code = "3vrR-SjA4E2upixFtHcQxf"
        let (client, requester) = ("W6xZo1VmUI", "3Dms1d_Ixs")
        #expect(
            items[account] == [
                "pk": .string(account), "fullAt": .number(TestClock.start + 600_000), "attempts": .string(code),
                "code." + code: .string("\(TestClock.start) Sf \(client) jTL1GX6dCO FSMX_RZteE \(requester)"),
                "used." + client: .number(TestClock.start), "answers.\(code).\(requester)": .string("6f5S0gb6P1"),
                "expiresAt": .number(TestClock.second + 10 * 366 * 86_400 + 1),
            ])
        #expect(items[mails]?["marks"] == .strings(["sAc3EjoO3f"]))
        #expect(items[mails]?["expiresAt"] == .number(TestClock.second + 7_201))
    }

    @Test("eight digits if there is no table")
    func withoutTableCodesHaveEightDigits() throws {
        let deployment = try CodeDeployment(hasTable: false)
        _ = try deployment.create()
        try expect(deployment.code, equals: "86778048")
    }

    @Test("every digit comes up about as often as every other at every place, and codes seldom repeat")
    func digitsAreEvenlyDistributed() throws {
        let deployment = try CodeDeployment()
        let count = 500
        deployment.deployment.isWatching = false
        for number in 0..<count {
            // The test's random bytes come again and again, so each code is for another user.
            _ = try deployment.deployment.create(
                .create.attribute("sub", "user \(number)").attribute("email", "user\(number)@example.test"))
        }
        let codes = deployment.aws.mails.compactMap(\.code)
        #expect(codes.count == count)
        #expect(Set(codes).count > count - 3)
        for place in 0..<6 {
            let digits = codes.map { Array($0)[place] }
            for digit in "0123456789" {
                // Six standard deviations on either side of the mean.
                #expect(10...90 ~= digits.count { $0 == digit }, "\(digit) at \(place)")
            }
        }
    }
}
