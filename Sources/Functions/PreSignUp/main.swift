import FunctionServices
import LambdaRuntime
import SignUp

LambdaFunction.run("PreSignUp") { (environment, _) throws(FunctionError) in
    let trigger = try PreSignUpTrigger(Services(environment))
    return { (invocation, log) throws(FunctionError) in try trigger(invocation, log) }
}
