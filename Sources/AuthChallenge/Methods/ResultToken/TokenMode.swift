internal import LambdaRuntime

/// The sources by the names that the setting gives them.
enum TokenMode: String, CaseIterable {
    case authsignal
    case signed

    func makeSource(_ services: Services, _ log: Log) throws(FunctionError) -> any TokenSource {
        switch self {
        case .authsignal: try AuthsignalTokenSource(services, log)
        case .signed: try SignedTokenSource(services)
        }
    }
}
