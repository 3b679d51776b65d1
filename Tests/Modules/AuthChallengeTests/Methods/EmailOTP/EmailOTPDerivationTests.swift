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
        #expect(try deployment.code == "226444")
        #expect(challenge.privateParameters["session"] == "00010203-0405-4607-8809-0a0b0c0d0e0f")
        #expect(challenge.privateParameters["key"] == "10111213-1415-4617-9819-1a1b1c1d1e1f")
        #expect(challenge.privateParameters["code"] == "vMXFTjm_EArtpF_h99tC2G")
        #expect(challenge.privateParameters["mac"] == "g47c98UTTyW3m0o8YVaKrsggF2-va1-gxr9PVcwWQ7s")
    }

    @Test("a long code")
    func longCodeMatchesVector() throws {
        let deployment = try CodeDeployment()
        for _ in 0..<5 { _ = try deployment.create() }
        #expect(try deployment.code == "5V0D-VJGS-KBAC-56BR")
        let item = deployment.aws.table.items["long#p8DqmEGaLXOFjaUHAY2oTE2YyU9_SdG8Als2kROAcc8"]
        #expect(item?["expiresAt"] == .number(TestClock.second + 301))
    }

    @Test("the keys of the table's items")
    func tableKeysMatchVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, try deployment.code)
        let launch = "launch#Cufi5sJLcZSamYJqGeWQUcnF5poekZFXQxXE7nB5r9k"
        let mails = "mails#ZaYslgdoyiuBXthYzoF4IKCcC6hl9rgqynhu3AUbDDs"
        let verified = "verified#deiRkq8lNGFZwPcQjw-cUdqv_eadkOpsrbGECxYtFL4"
        let sent = "deployment#rPXBlyrQnVsHt7-tS01wJGgFgzzSpT6DIvhBugKCziE"
        let guesses = "guesses#PFRNUYibyUJKpo4O1bqj-GQ4YMtuWJgUTbFkDWo9qTc"
        let use = "used#hB_XtOhkdjF2UyZnr0LvD1BJcEfBmFMRgu-LG9_gsM4"
        let items = deployment.aws.table.items
        #expect(Set(items.keys) == [launch, mails, verified, sent, guesses, use])
        #expect(items[mails]?["admissions"] == .string("S6uRqkwb3c.S"))
        #expect(items[sent]?["marks"] == .strings(["S6uRqkwb3c"]))
        #expect(items[guesses]?["marks"] == .strings(["3FtOJ78KZF"]))
        #expect(items[use]?["usedBy"] == .string("FSMX_RZteE"))
        let expected: [(String, Int64)] = [
            (launch, 301), (mails, 601), (verified, 601), (sent, 7_201), (guesses, 301), (use, 601),
        ]
        for (key, seconds) in expected {
            #expect(items[key]?["expiresAt"] == .number(TestClock.second + seconds), "\(key)")
        }
    }

    @Test("eight digits if there is no table")
    func withoutTableCodesHaveEightDigits() throws {
        let deployment = try CodeDeployment(hasTable: false)
        _ = try deployment.create()
        #expect(try deployment.code == "12226444")
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
