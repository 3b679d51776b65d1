/// How a call of a function fares. Cognito calls again, with the same event, if it gets no answer in time.
enum Delivery: String, CaseIterable {
    /// The answer arrives.
    case once
    /// The first answer is lost after everything is done, and Cognito takes the second one.
    case repeated
    /// Cognito calls again while the first call still waits for the mail service, and takes the second answer.
    case overlapping
    /// The answer arrives, but the mail service refuses the mail.
    case unmailed
    /// No answer arrives, although everything is done.
    case lost
    /// The process ends once its mail has left.
    case dies

    /// Whether Cognito gets an answer in the end.
    var isAnswered: Bool { self != .lost && self != .dies }
}
