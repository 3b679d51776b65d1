/// The version of Pre Token Generation (`LambdaVersion`).
package enum PreTokenGenerationVersion: String, CaseIterable, Sendable {
    /// The function can change the ID token.
    case v1 = "V1_0"
    /// The function can change the access token as well.
    case v2 = "V2_0"

    /// The event's `version`.
    var eventVersion: String { self == .v1 ? "1" : "2" }

    /// The member of `response` that the function sets.
    var responseMember: String { self == .v1 ? "claimsOverrideDetails" : "claimsAndScopeOverrideDetails" }
}
