import LambdaRuntime
import Testing

@Suite("Environment variables")
struct EnvironmentTests {
    @Test("a variable that is unset or empty has no value, any other has its own")
    func emptyVariableHasNoValue() {
        let environment = Environment(["A": "1", "EMPTY": "", "SPACE": " "])
        #expect(environment["A"] == "1")
        #expect(environment["SPACE"] == " ")
        #expect(environment["EMPTY"] == nil)
        #expect(environment["B"] == nil)
        #expect(environment["a"] == nil)
    }

    @Test("the process's variables are read")
    func processVariablesAreRead() {
        #expect(Environment.process["PATH"]?.isEmpty == false)
        #expect(Environment.process["COGNITO_PASSKEYS_NOT_SET"] == nil)
    }
}
