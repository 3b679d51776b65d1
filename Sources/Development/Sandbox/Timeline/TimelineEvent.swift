internal import Essentials
internal import JSON

/// One event in the sandbox, without secrets, as the page shows it.
package struct TimelineEvent: Sendable {
    /// The kind of an event.
    package enum Kind: String, CaseIterable, Sendable {
        /// A call of the user pool's API.
        case call
        /// A call of a trigger's function.
        case trigger
        /// A call of the authenticator's API.
        case authenticator
        /// A call of the state table or of the mail service.
        case aws
        /// A message to a user.
        case mail
        /// Tokens that the pool issued.
        case tokens
        /// A line of the audit log. It may come before or after the event of the invocation that it is about, to which
        /// its `requestID` leads.
        case audit
    }

    /// The event that a function received, so that it can be saved as a sample event.
    package struct Sample: Sendable {
        /// The function's name.
        package let name: String
        /// The event that the function received.
        package let event: [UInt8]
        /// What it answered; nil if it failed.
        package var reply: [UInt8]?
        /// The error that it reported, as `type` and `message`; nil if it reported none.
        package var error: [UInt8]?

        /// A sample without an answer.
        package init(name: String, event: [UInt8]) {
            self.name = name
            self.event = event
        }
    }

    /// The kind of the event.
    package let kind: Kind
    /// The title, such as the operation's name.
    package let title: String
    /// The outcome in a few words.
    package var outcome = ""
    /// Whether it failed.
    package var isFailure = false
    /// How long it took.
    package var duration = Duration.zero
    /// The id of the invocation that it is about, or that led to it; nil if there is none.
    package var requestID: String?
    /// Everything else, as a JSON object.
    package var detail: [UInt8] = Array("{}".utf8)
    /// The sample event that the page offers to save; nil if there is none.
    package var sample: Sample?
    /// When it was recorded.
    var time = Date()
    /// The number, counted from 1; 0 before the event is recorded.
    package internal(set) var number = 0

    /// The invocation that makes the call of AWS that the current task answers.
    @TaskLocal static var invocation: String?

    /// An event with only a kind and a title.
    package init(_ kind: Kind, _ title: String) {
        self.kind = kind
        self.title = title
        requestID = Self.invocation
    }

    /// When the event began, in milliseconds since 1970. The page sorts by it, because a call ends after the events
    /// that it led to.
    private var started: Double { time.timeIntervalSince1970 * 1_000 - duration / .milliseconds(1) }

    /// The event as the control API shows it.
    package var json: [UInt8] {
        JSONWriter.object { event in
            event.member("number", Int64(number))
            event.member("started", raw: String((started * 1_000).rounded() / 1_000).utf8)
            event.member("time", time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            event.member("kind", kind.rawValue)
            event.member("title", title)
            event.member("outcome", outcome)
            event.member("isFailure", isFailure)
            event.member("requestId", ifPresent: requestID)
            event.member("milliseconds", raw: String((duration / .milliseconds(1) * 10).rounded() / 10).utf8)
            event.member("detail", raw: detail)
        }
    }
}
