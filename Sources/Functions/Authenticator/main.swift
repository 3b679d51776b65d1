import AuthenticatorFunction
import FunctionServices
import LambdaRuntime

LambdaFunction.run("Authenticator") { (environment, _) throws(FunctionError) in
    let function = try AuthenticatorFunction(Services(environment))
    return { (invocation, log) throws(FunctionError) in function(invocation, log) }
}
