import AuthChallenge
import LambdaRuntime

LambdaFunction.run("AddAuthenticator") { (environment, _) throws(FunctionError) in
    let function = try AddAuthenticatorFunction(Services(environment))
    return { (invocation, log) throws(FunctionError) in function(invocation, log) }
}
