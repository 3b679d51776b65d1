internal import JSON
internal import LocalCognito

/// The sandbox's mailbox. It records messages as events, with their complete codes.
struct TimelineMailBox: MailBox {
    let timeline: Timeline

    func deliver(_ mail: PoolMail) {
        let purpose =
            switch mail.purpose {
            case .confirmSignUp: "signUp"
            case .verifyAttribute: "verifyAttribute"
            case .temporaryPassword: "temporaryPassword"
            }
        record(to: mail.recipient, code: mail.code, purpose: purpose)
    }

    /// Records a message with a code.
    func record(to recipient: String, code: String, purpose: String) {
        var event = TimelineEvent(.mail, "Mail to \(recipient)")
        event.outcome = purpose
        event.detail = JSONWriter.object { detail in
            detail.member("to", recipient)
            detail.member("code", code)
            detail.member("purpose", purpose)
        }
        timeline.record(event)
    }
}
