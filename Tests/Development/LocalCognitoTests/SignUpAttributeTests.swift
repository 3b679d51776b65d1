import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The attributes of a new account")
struct SignUpAttributeTests {
    @Test("even a client that may write every attribute cannot verify an address or invent an attribute")
    func appCannotVerifyAddresses() async throws {
        try await PoolFixture.run({ $0.clients[0].writeAttributes = nil }) { (fixture) async throws in
            let refused: [(String, PoolError)] =
                ["email_verified", "phone_number_verified"].map {
                    ($0, PoolError(.notAuthorized, "A client attempted to write unauthorized attribute"))
                }
                + ["cognito:user_status", "iss", "custom:", "custom:plan", "favourite"].map {
                    let rule =
                        "Attributes did not conform to the schema: \($0): Attribute does not exist in the schema.\n"
                    return ($0, PoolError(.invalidParameter, rule))
                }
            for (name, error) in refused {
                let body = SignUpTests.signUp(attributes: #"[{"Name":"\#(name)","Value":"true"}]"#)
                try await expect(fixture.client.error("SignUp", body), equals: error)
            }
        }
    }

    @Test("a custom attribute of the pool's schema is taken")
    func customAttributeIsTaken() async throws {
        try await PoolFixture.run({
            $0.clients[0].writeAttributes = nil
            $0.customAttributes.append("custom:plan")
        }) { (fixture) async throws in
            try await fixture.client.call(
                "SignUp", SignUpTests.signUp(attributes: #"[{"Name":"custom:plan","Value":"gold"}]"#))
            await expect(fixture.pool.user(SignUpTests.new)?.attributes["custom:plan"], equals: "gold")
        }
    }

    @Test(
        "a value that an attribute cannot have is refused, in a new account and in a changed one",
        arguments: [
            ("phone_number", "123", "Invalid phone number format.", "Invalid phone number format."),
            ("phone_number", "+15550100 ", "Invalid phone number format.", "Invalid phone number format."),
            ("phone_number", "+49 151", "Invalid phone number format.", "Invalid phone number format."),
            (
                "birthdate", "x",
                "Attributes did not conform to the schema: birthdate: String must be no shorter than 10 characters\n",
                "Invalid user attributes: birthdate: String must be no shorter than 10 characters\n"
            ),
            (
                "birthdate", "1990-01-017",
                "Attributes did not conform to the schema: birthdate: String must be no longer than 10 characters\n",
                "Invalid user attributes: birthdate: String must be no longer than 10 characters\n"
            ),
            (
                "custom:plan", "gold",
                "Attributes did not conform to the schema: custom:plan: Attribute does not exist in the schema.\n",
                "user.custom:plan: Attribute does not exist in the schema.\n"
            ),
        ])
    func impossibleValuesAreRefused(name: String, value: String, new: String, changed: String) async throws {
        let attributes = #"[{"Name":"\#(name)","Value":"\#(value)"}]"#
        try await PoolFixture.run({ $0.clients[0].writeAttributes = nil }) { (fixture) async throws in
            try await expect(
                fixture.client.error("SignUp", SignUpTests.signUp(attributes: attributes)),
                equals: PoolError(.invalidParameter, new))
            let change = #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)""#
            try await expect(
                fixture.client.error("AdminUpdateUserAttributes", change + #","UserAttributes":\#(attributes)}"#),
                equals: PoolError(.invalidParameter, changed))
        }
    }

    @Test("values that attributes can have are taken")
    func possibleValuesAreTaken() async throws {
        let attributes =
            #"[{"Name":"phone_number","Value":"+4915112345678"},{"Name":"birthdate","Value":"1990-01-01"}]"#
        try await PoolFixture.run({ $0.clients[0].writeAttributes = nil }) { (fixture) async throws in
            try await fixture.client.call("SignUp", SignUpTests.signUp(attributes: attributes))
            await expect(fixture.pool.user(SignUpTests.new)?.attributes["birthdate"], equals: "1990-01-01")
        }
    }
}
