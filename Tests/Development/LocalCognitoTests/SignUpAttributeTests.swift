import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The attributes of a new account")
struct SignUpAttributeTests {
    private static let phone = "Invalid phone number format."
    private static let schema = "Attributes did not conform to the schema: "

    @Test("even a client that may write every attribute cannot verify an address or invent an attribute")
    func appCannotVerifyAddresses() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].writeAttributes = nil })
        let invented = ["cognito:user_status", "iss", "custom:", "custom:plan", "favourite"]
        let refused: [(String, PoolError)] =
            ["email_verified", "phone_number_verified"].map { ($0, .unwritable) }
            + invented.map { ($0, .parameter(Self.schema + "\($0): Attribute does not exist in the schema.\n")) }
        for (name, error) in refused {
            let body = SignUpTests.signUp(more: Body.attributes((name, "true")))
            try await fixture.expect("SignUp", body, fails: error)
        }
    }

    @Test("a custom attribute of the pool's schema is taken")
    func customAttributeIsTaken() async throws {
        let fixture = try await PoolFixture({
            $0.clients[0].writeAttributes = nil
            $0.customAttributes.append("custom:plan")
        })
        try await fixture.call("SignUp", SignUpTests.signUp(more: Body.attributes(("custom:plan", "gold"))))
        await expect(fixture.pool.user(SignUpTests.new)?.attributes["custom:plan"], equals: "gold")
    }

    @Test(
        "a value that an attribute cannot have is refused, in a new account and in a changed one",
        arguments: [
            ("phone_number", "123", phone, phone), ("phone_number", "+15550100 ", phone, phone),
            ("phone_number", "+49 151", phone, phone),
            (
                "birthdate", "x", schema + "birthdate: String must be no shorter than 10 characters\n",
                "Invalid user attributes: birthdate: String must be no shorter than 10 characters\n"
            ),
            (
                "birthdate", "1990-01-017", schema + "birthdate: String must be no longer than 10 characters\n",
                "Invalid user attributes: birthdate: String must be no longer than 10 characters\n"
            ),
            (
                "custom:plan", "gold", schema + "custom:plan: Attribute does not exist in the schema.\n",
                "user.custom:plan: Attribute does not exist in the schema.\n"
            ),
        ])
    func impossibleValuesAreRefused(name: String, value: String, new: String, changed: String) async throws {
        let attributes = Body.attributes((name, value))
        let fixture = try await PoolFixture({ $0.clients[0].writeAttributes = nil })
        try await fixture.expect("SignUp", SignUpTests.signUp(more: attributes), fails: .parameter(new))
        try await fixture.expect("AdminUpdateUserAttributes", Body.account(attributes), fails: .parameter(changed))
    }

    @Test("values that attributes can have are taken")
    func possibleValuesAreTaken() async throws {
        let attributes = Body.attributes(("phone_number", "+4915112345678"), ("birthdate", "1990-01-01"))
        let fixture = try await PoolFixture({ $0.clients[0].writeAttributes = nil })
        try await fixture.call("SignUp", SignUpTests.signUp(more: attributes))
        await expect(fixture.pool.user(SignUpTests.new)?.attributes["birthdate"], equals: "1990-01-01")
    }
}
