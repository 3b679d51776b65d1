import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Addresses that codes of our own go to")
struct EmailOTPAddressTests {
    private static let verified = EventBuilder.create.attribute("email_verified", "true")
    private static let unverified = EventBuilder.create.attribute("email_verified", "false")

    @Test(
        "a domain of another script is encoded for Amazon SES, and the code counts",
        arguments: [
            ("ana@exämple.test", "ana@xn--exmple-cua.test"), ("Ana@Exämple.TEST", "Ana@xn--exmple-cua.test"),
            ("ana@straße.test", "ana@xn--strae-oqa.test"),
            ("ana@пример.испытание", "ana@xn--e1afmkfd.xn--80akhbyknj4f"),
            ("ana@xn--exmple-cua.test", "ana@xn--exmple-cua.test"), ("Ana@EXAMPLE.test", "Ana@EXAMPLE.test"),
        ])
    func domainIsEncoded(address: String, recipient: String) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create(Self.verified.attribute("email", address))
        #expect(deployment.aws.mails.map(\.recipient) == [recipient])
        #expect(challenge.outcome == "issued" && deployment.lines == [])
        let answer = EventBuilder.verify(challenge, try deployment.code).attribute("email", address)
        try expect(deployment.verify(answer), equals: "right EMAIL_OTP")
    }

    @Test(
        "an address that Amazon SES cannot take gets no code, and the log and the metrics say so",
        arguments: [
            (
                "o\u{2019}neill@example.test",
                "the user's address is not ASCII before the @, and Amazon SES takes no other"
            ),
            ("josé@example.test", "the user's address is not ASCII before the @, and Amazon SES takes no other"),
            ("ana@EXÄMPLE.test", "the domain of the user's address cannot be encoded without doubt"),
            ("ana@exa\u{308}mple.test", "the domain of the user's address cannot be encoded without doubt"),
            ("ana@example\u{3002}test", "the user's address does not have the form of one address"),
            ("ana@example.test,bo@example.test", "the user's address does not have the form of one address"),
            ("ana@localhost", "the user's address does not have the form of one address"),
        ])
    func unusableAddressGetsNoCode(address: String, why: String) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create(Self.verified.attribute("email", address))
        #expect(deployment.aws.mails == [])
        #expect(challenge.outcome == "unusable_address")
        #expect(deployment.lines == ["WARN no code is sent: \(why)"])
    }

    @Test("three reasons why there is nobody to mail a code to have three words")
    func reasonsHaveWords() throws {
        let people: [(EventBuilder, String)] = [
            (.create.unknownUser(), "issued_closed"), (.create.attribute("sub", nil), "issued_closed"),
            (.create.attribute("email", nil), "no_address"),
            (.create.attribute("email", "josé@example.test"), "unusable_address"),
        ]
        for (event, word) in people {
            let outcome = try CodeDeployment().create(event).outcome
            #expect(outcome == word)
        }
    }

    @Test(
        "a mask with letters is the same for a user and for an unknown name",
        arguments: [
            ("ana@exämple.test", "a***@e***"), ("o\u{2019}neill@example.test", "o***@e***"),
            ("Ana@EXÄMPLE.test", "a***@e***"), ("\u{212A}im@example.test", "k***@e***"),
        ])
    func maskIsThatOfTheTypedAddress(address: String, mask: String) throws {
        for event in [EventBuilder.create.attribute("email", address), .create.unknownUser(address)] {
            let challenge = try CodeDeployment().create(event)
            #expect(challenge.publicParameters["CODE_DELIVERY_DESTINATION"] == mask)
        }
    }

    @Test("an address that has not been verified and its encoded form share their mails")
    func formsOfAnAddressShareABucket() throws {
        let deployment = try CodeDeployment()
        for number in 0..<12 {
            let form = number.isMultiple(of: 2) ? "ana@exämple.test" : "ANA@XN--EXMPLE-CUA.test"
            _ = try deployment.create(Self.unverified.attribute("sub", "user-\(number)").attribute("email", form))
        }
        let one = deployment.aws.mails.count
        let other = try CodeDeployment()
        for number in 0..<12 {
            _ = try other.create(
                Self.unverified.attribute("sub", "user-\(number)").attribute("email", "ana@example.test"))
        }
        #expect(one == other.aws.mails.count && one < 12)
    }
}
