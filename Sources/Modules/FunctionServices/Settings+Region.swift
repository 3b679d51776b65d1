package import LambdaRuntime

extension Settings {
    /// The function's own region, which Lambda sets.
    /// - Parameter variable: the variable that needs it.
    package func region(for variable: String) throws(FunctionError) -> String {
        guard let region = text("AWS_REGION") else { throw .configuration(variable, "needs AWS_REGION") }
        return region
    }
}
