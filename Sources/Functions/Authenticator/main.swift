import AuditLog
import AuthenticatorFunction
import FunctionServices
import LambdaRuntime

LambdaFunction.run("Authenticator") { (environment, log) throws(FunctionError) in
    let function = try AuthenticatorFunction(Services(environment), log)
    return try AuditDetail(Settings(environment)).recording { (invocation, log) throws(FunctionError) in
        function(invocation, log)
    }
}
