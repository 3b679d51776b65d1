import AuthChallenge
import StandIns
import Testing

/// The values were computed by another implementation of what the types' comments say.
@Suite("What is derived for codes of our own")
struct EmailOTPDerivationTests {
    @Test("the code, its identifier and the authentication code")
    func codeAndAuthenticationCodeMatchVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        #expect(try deployment.code == "970758")
        #expect(challenge.privateParameters["key"] == "00010203-0405-4607-8809-0a0b0c0d0e0f")
        #expect(challenge.privateParameters["code"] == "UCZp9OUfaOWtb9fOgPh9g-8-DGzEdOJ_HfANFp9X0mI")
        #expect(challenge.privateParameters["mac"] == "UvoQtZjfqCe9f7GeAR0djHujGps6Vn4tskq1LChLojg")
    }

    @Test("the keys of the table's items")
    func tableKeysMatchVectors() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        _ = try deployment.verify(challenge, try deployment.code)
        let window = "window#YjVdITENxIjRPXzUlFJII1FXzMniQ0Hn4G38XpISwGE"
        let counter = "codes#pbkRJ3NPOfc9_CUIz5pbimsMIj7PgUzNWSMw862eTYw#500000"
        let guesses = "guesses#UCZp9OUfaOWtb9fOgPh9g-8-DGzEdOJ_HfANFp9X0mI"
        let use = "code#UCZp9OUfaOWtb9fOgPh9g-8-DGzEdOJ_HfANFp9X0mI"
        let items = deployment.aws.table.items
        #expect(Set(items.keys) == [window, counter, guesses, use])
        #expect(items[guesses]?["memberDigests"] == .strings(["kaZaam5KRrXB0by1cnhyfHW7nqRtnR5k2jV5_s_eDk0"]))
        #expect(items[counter]?["memberDigests"] == .strings(["UCZp9OUfaOWtb9fOgPh9g-8-DGzEdOJ_HfANFp9X0mI"]))
        #expect(items[use]?["consumedBy"] == .string("00010203-0405-4607-8809-0a0b0c0d0e0f"))
        let expected: [(String, Int64)] = [(window, 300), (counter, 7_200), (guesses, 3_900), (use, 86_400)]
        for (key, seconds) in expected {
            #expect(items[key]?["expiresAt"] == .number(TestClock.second + seconds), "\(key)")
        }
    }

    @Test("eight digits if there is no table")
    func withoutTableCodesHaveEightDigits() throws {
        let deployment = try CodeDeployment(hasTable: false)
        _ = try deployment.create()
        #expect(try deployment.code == "58310503")
    }

    @Test("every digit comes up about as often as every other at every place, and codes seldom repeat")
    func digitsAreEvenlyDistributed() throws {
        let deployment = try CodeDeployment()
        let count = 500
        deployment.deployment.isWatching = false
        for _ in 0..<count {
            deployment.clock.advance(seconds: 901)
            _ = try deployment.deployment.create()
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
