package import EmailCodes
package import SignInMail

/// An authenticator service for the users of a user pool: one-time codes by email and passkeys. Authsignal's SDKs can
/// use it in place of Authsignal.
///
/// It contains no HTTP server: a server passes requests in and sends the answers back. It keeps nothing between two
/// requests that matters, except in its storage, so any number of processes may serve the requests of one person.
package struct AuthenticatorAPI {
    let settings: AuthenticatorSettings
    let storage: any AuthenticatorStorage
    let codes: OneTimeCodes
    let codeStorage: any CodeStorage
    let closedNetworks: ClosedNetworks
    let mails: any AuthenticatorMails
    let now: @Sendable () -> Int64

    /// A service.
    ///
    /// - Parameters:
    ///   - codes: the codes that it sends by mail, and their limits.
    ///   - codeStorage: where the limits are counted.
    ///   - closedNetworks: what the process remembers of networks, to save calls.
    ///   - now: returns the time in milliseconds since 1970.
    package init(
        _ settings: AuthenticatorSettings, storage: any AuthenticatorStorage, codes: OneTimeCodes,
        codeStorage: any CodeStorage, closedNetworks: ClosedNetworks = ClosedNetworks(),
        mails: any AuthenticatorMails, now: @escaping @Sendable () -> Int64
    ) {
        self.settings = settings
        self.storage = storage
        self.codes = codes
        self.codeStorage = codeStorage
        self.closedNetworks = closedNetworks
        self.mails = mails
        self.now = now
    }

    /// The answer to a request.
    /// - Parameters:
    ///   - report: takes what the operator should know and the caller must not.
    ///   - decided: takes the decisions that the audit log records.
    package func answer(
        _ request: APIRequest, report: @escaping (AuthenticatorReport) -> Void = { _ in },
        decided: @escaping (AccountDecision) -> Void = { _ in }
    ) -> APIResponse {
        do throws(APIError) {
            return try RequestHandler(request, authenticator: self, report: report, decided: decided).route(request)
        } catch {
            return error.response
        }
    }
}

/// Sends the service's mails.
package protocol AuthenticatorMails {
    /// Sends a message, or takes as long as that would if there is nobody to send it to.
    /// - Parameter refused: is called if the mail was certainly not sent, within that time.
    /// - Returns: whether it was handed on, or there was nothing to send.
    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool
}
