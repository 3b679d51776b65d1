import AuthChallenge
import FunctionServices
import LambdaRuntime

LambdaFunction.run("VerifyAuthChallenge") { (environment, log) throws(FunctionError) in
    let trigger = try VerifyTrigger(Services(environment), log)
    return { (invocation, log) throws(FunctionError) in try trigger(invocation, log) }
}
