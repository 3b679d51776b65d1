import AuditLog
import AuthChallenge
import FunctionServices
import LambdaRuntime

LambdaFunction.run("CreateAuthChallenge") { (environment, log) throws(FunctionError) in
    let trigger = try CreateTrigger(Services(environment), log)
    return try AuditDetail(Settings(environment)).recording { (invocation, log) throws(FunctionError) in
        try trigger(invocation, log)
    }
}
