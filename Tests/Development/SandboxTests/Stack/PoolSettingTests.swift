import LocalCognito
import Sandbox
import Testing

@Suite("A setting of the pool for users who sign in by an alias")
struct PoolSettingTests {
    @Test("the warning names the addresses that nobody can sign in by, unless a code proves them")
    func unprovenAliasesAreNamed() throws {
        var settings = StackSettings(bootstraps: "/dev/null")
        #expect(settings.unprovenAliases == nil)
        try settings.setPool("aliases", to: "preferred_username")
        #expect(settings.unprovenAliases == nil)
        try settings.setPool("aliases", to: "email,preferred_username,phone_number")
        #expect(
            settings.unprovenAliases
                == "without --confirm-sign-up code, nobody who signs up can sign in by email or phone_number: "
                + "an alias counts once a code has proven it.")
        settings.signUpConfirmation = .code
        #expect(settings.unprovenAliases == nil)
    }

    @Test(
        "other names than those of Cognito's aliases are refused",
        arguments: ["", "email,", "name", "email,email", "EMAIL"])
    func otherAliasesAreRefused(list: String) {
        var settings = StackSettings(bootstraps: "/dev/null")
        let error = #expect(throws: SandboxError.self) { try settings.setPool("aliases", to: list) }
        #expect(
            error?.description
                == "pool setting aliases: must be a list of email, phone_number and preferred_username, each once")
        #expect(settings.pool.usernameAttributes == ["email"] && settings.pool.aliasAttributes.isEmpty)
    }
}
