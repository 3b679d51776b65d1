import AuthChallenge
import FunctionServices
import LambdaRuntime

LambdaFunction.run("CreateAuthChallenge") { (environment, log) throws(FunctionError) in
    let trigger = try CreateTrigger(Services(environment), log)
    return { (invocation, log) throws(FunctionError) in try trigger(invocation, log) }
}
