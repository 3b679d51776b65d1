import AuthChallenge
import StandIns
import Testing
import TriggerTestSupport

/// The values were computed by another implementation of what the types' comments say.
@Suite("What is derived for codes of our own")
struct EmailOTPDerivationTests {
    @Test("the code, its id and the authentication code")
    func codeAndAuthenticationCodeMatchVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        #expect(try deployment.code == "903852")
        #expect(challenge.privateParameters["session"] == "00010203-0405-4607-8809-0a0b0c0d0e0f")
        #expect(challenge.privateParameters["key"] == "10111213-1415-4617-9819-1a1b1c1d1e1f")
        #expect(challenge.privateParameters["code"] == "3vrRvMXFTjm_EArtpF_h99")
        #expect(challenge.privateParameters["mac"] == "Po6-nTqeuFprIZdoFlmCkQe54JuELiUgzuSELb6ptpI")
    }

    @Test("a long code")
    func longCodeMatchesVector() throws {
        let deployment = try CodeDeployment()
        for _ in 0..<5 { _ = try deployment.create() }
        #expect(try deployment.code == "1W3K-AHCT-FTM7-SP2J")
        let item = deployment.aws.table.items["long#S0V4fhQajBKLAwOC7bW_ZA2Hxru4Y7DXpkGVw5j0fUg"]
        #expect(item?["expiresAt"] == .number(TestClock.second + 601))
    }

    @Test("the keys of the table's items")
    func tableKeysMatchVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, try deployment.code)
        let launch = "launch#Cufi5sJLcZSamYJqGeWQUcnF5poekZFXQxXE7nB5r9k"
        let mails = "mails#ZaYslgdoyiuBXthYzoF4IKCcC6hl9rgqynhu3AUbDDs"
        let sent = "deployment#FaPVS4VZBX4acM8NuHhdD9eX1vaeGOh1nskHIBmwxyk"
        let guesses = "guesses#YcIA6sclQI8nVFh-1Kakjrls_zSeuv6gRPxbPpIuIl8"
        let use = "used#hB_XtOhkdjF2UyZnr0LvD1BJcEfBmFMRgu-LG9_gsM4"
        let items = deployment.aws.table.items
        #expect(Set(items.keys) == [launch, mails, sent, guesses, use])
        #expect(items[mails]?["admissions"] == .string("dJ-gqzM-bQ.S"))
        #expect(items[sent]?["marks"] == .strings(["dJ-gqzM-bQ"]))
        #expect(items[guesses]?["marks"] == .strings(["nAJbQkLK3V"]))
        #expect(items[use]?["usedBy"] == .string("FSMX_RZteE"))
        let expected: [(String, Int64)] = [
            (launch, 301), (mails, 1_201), (sent, 7_201), (guesses, 301), (use, 1_201),
        ]
        for (key, seconds) in expected {
            #expect(items[key]?["expiresAt"] == .number(TestClock.second + seconds), "\(key)")
        }
    }

    @Test("eight digits if there is no table")
    func withoutTableCodesHaveEightDigits() throws {
        let deployment = try CodeDeployment(hasTable: false)
        _ = try deployment.create()
        #expect(try deployment.code == "86903852")
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
