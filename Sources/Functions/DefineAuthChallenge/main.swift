import AuditLog
import LambdaRuntime
import SignInRules

LambdaFunction.run("DefineAuthChallenge") { (environment, log) throws(FunctionError) in
    let trigger = try DefineTrigger(Settings(environment), log)
    return try AuditDetail(Settings(environment)).recording { (invocation, log) throws(FunctionError) in
        try trigger(invocation, log)
    }
}
