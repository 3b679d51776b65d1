import AuditLog
import AuthChallenge
import FunctionServices
import LambdaRuntime

LambdaFunction.run("VerifyAuthChallenge") { (environment, log) throws(FunctionError) in
    let trigger = try VerifyTrigger(Services(environment), log)
    return try AuditDetail(Settings(environment)).recording { (invocation, log) throws(FunctionError) in
        try trigger(invocation, log)
    }
}
