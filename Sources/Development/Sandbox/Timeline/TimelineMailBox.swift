internal import JSON
internal import LocalCognito
internal import OpenIDProvider
internal import StandIns

/// The sandbox's mailbox. It records messages as events, with their complete codes. A message without a code is a
/// notice, with its subject and text.
struct TimelineMailBox: MailBox {
    let timeline: Timeline

    func deliver(_ mail: PoolMail) {
        let purpose =
            switch mail.purpose {
            case .confirmSignUp: "signUp"
            case .verifyAttribute: "verifyAttribute"
            case .temporaryPassword: "temporaryPassword"
            case .resetPassword: "resetPassword"
            }
        record(to: mail.recipient, code: mail.code, purpose: purpose)
    }

    /// Records a mail that Amazon SES was asked to send.
    func record(_ mail: SentMail) {
        if let code = mail.code { return record(to: mail.recipient, code: code, purpose: "signIn") }
        record(to: mail.recipient, purpose: "notice") { detail in
            // A template's name says which notice it is.
            detail.member("subject", mail.subject ?? mail.template ?? "")
            detail.member("text", ifPresent: mail.text)
        }
    }

    /// Records a code that the OpenID provider sends to somebody who signs up.
    func record(_ code: IdentifierCode) { record(to: code.recipient, code: code.code, purpose: "signUp") }

    private func record(to recipient: String, code: String, purpose: String) {
        record(to: recipient, purpose: purpose) { $0.member("code", code) }
    }

    private func record(to recipient: String, purpose: String, _ write: (inout JSONWriter) -> Void) {
        var event = TimelineEvent(.mail, "Mail to \(recipient)")
        event.outcome = purpose
        event.detail = JSONWriter.object { detail in
            detail.member("to", recipient)
            detail.member("purpose", purpose)
            write(&detail)
        }
        timeline.record(event)
    }
}
