internal import JSON

/// A request to a function URL names no user. Its tokens are for one user and one round, unless a placeholder says
/// otherwise.
extension PlaceholderValues {
    /// What a trigger's event would say under this name; nil if the event is not a request.
    func request(_ name: String) -> String? {
        guard event?["requestContext"] != nil else { return nil }
        return switch name {
        case "userPoolId": environment["USER_POOL_ID"]
        case "sub", "userName": IssuerTokenTemplate.subject
        case "email": "ana@example.test"
        case "key": "0f6f1a52-7c0e-4a86-9d0a-3c3b2f6f4b11"
        default: nil
        }
    }
}
