import LambdaRuntime
import Testing

@Suite("Function errors")
struct FunctionErrorTests {
    @Test("every kind is an error type that Lambda keeps", arguments: FunctionError.Kind.allCases)
    func kindIsAnErrorTypeOfLambda(kind: FunctionError.Kind) {
        #expect(kind.rawValue.wholeMatch(of: /(Runtime|Function)\.[A-Z][A-Za-z]+/) != nil)
    }

    @Test("a configuration fault names its variable to everybody, and the problem only to the log")
    func configurationFaultNamesItsVariable() {
        let error = FunctionError.configuration("MAX_ATTEMPTS", "must be a number")
        #expect(error.kind == .configuration)
        #expect(error.message == "MAX_ATTEMPTS is not set correctly")
        #expect(error.detail == "MAX_ATTEMPTS must be a number")
    }
}
