/// A token for the app, and what the round keeps of it.
struct IssuedToken: Equatable {
    let text: String
    let url: String?
    let isEnrolled: Bool
    let record: RoundRecord
}
