internal import Foundation
internal import JSON

/// One thing that happened in the sandbox, as its page shows it: without secrets.
package struct TimelineEvent: Sendable {
    /// What kind of thing.
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
    }

    /// A trigger's event as it went in, under the function's name.
    package struct Sample: Sendable {
        /// The function's name.
        package let name: String
        /// The event.
        package let event: [UInt8]

        /// A sample.
        package init(name: String, event: [UInt8]) {
            self.name = name
            self.event = event
        }
    }

    /// What kind of thing.
    package let kind: Kind
    /// What it is called, such as the operation's name.
    package let title: String
    /// What came of it, in few words.
    package var outcome = ""
    /// Whether it failed.
    package var isFailure = false
    /// How long it took.
    package var duration = Duration.zero
    /// Everything else, an object.
    package var detail: [UInt8] = Array("{}".utf8)
    /// The sample event that can be saved.
    package var sample: Sample?
    /// When it was recorded.
    var time = Date()
    /// Its number, counted from 1; 0 before it is recorded.
    package internal(set) var number = 0

    /// An event that nothing is known of but its kind and title.
    package init(_ kind: Kind, _ title: String) {
        self.kind = kind
        self.title = title
    }

    /// When it began, in milliseconds since 1970: what a call leads to comes to its end before the call does.
    private var started: Double { time.timeIntervalSince1970 * 1_000 - duration / .milliseconds(1) }

    /// The event as the control API shows it.
    package var json: [UInt8] {
        JSONWriter.object { event in
            event.member("number", Int64(number))
            event.member("started", raw: String(format: "%.3f", started).utf8)
            event.member("time", time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            event.member("kind", kind.rawValue)
            event.member("title", title)
            event.member("outcome", outcome)
            event.member("isFailure", isFailure)
            event.member("milliseconds", raw: String((duration / .milliseconds(1) * 10).rounded() / 10).utf8)
            event.member("detail", raw: detail)
        }
    }
}
