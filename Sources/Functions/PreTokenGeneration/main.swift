import LambdaRuntime
import NewPassword

LambdaFunction.run("PreTokenGeneration") { (environment, _) throws(FunctionError) in
    let trigger = try PreTokenGenerationTrigger(Settings(environment))
    return { (invocation, log) throws(FunctionError) in try trigger(invocation, log) }
}
