/// What the app gets for a round, and what the round keeps of it.
struct IssuedToken: Equatable {
    let publicParameters: [String: String]
    let record: RoundRecord

    /// What a source without tokens of its own hands out.
    init(publicParameters: [String: String], record: RoundRecord) {
        self.publicParameters = publicParameters
        self.record = record
    }

    /// A token for the app.
    /// - Parameter isEnrolled: whether the app is to ask for a code to an address that is enrolled already, rather than
    ///   to enrol one.
    init(text: String, url: String?, isEnrolled: Bool, record: RoundRecord) {
        var parameters = ["token": text, "isEnrolled": isEnrolled ? "true" : "false"]
        parameters["url"] = url
        self.init(publicParameters: parameters, record: record)
    }
}
