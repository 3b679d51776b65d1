/// A token for the app, and what the round keeps of it.
struct IssuedToken: Equatable {
    let text: String
    let url: String?
    /// Whether the app is to ask for a code to an address that is enrolled already, rather than to enrol one.
    let isEnrolled: Bool
    let record: RoundRecord
}
