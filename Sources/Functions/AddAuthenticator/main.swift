import AuditLog
import Enrolment
import FunctionServices
import LambdaRuntime

LambdaFunction.run("AddAuthenticator") { (environment, log) throws(FunctionError) in
    let function = try AddAuthenticatorFunction(Services(environment), log)
    return try AuditDetail(Settings(environment)).recording { (invocation, log) throws(FunctionError) in
        function(invocation, log)
    }
}
