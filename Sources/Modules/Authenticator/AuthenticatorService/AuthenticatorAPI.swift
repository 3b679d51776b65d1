package import EmailCodes
package import SignInMail

/// An authenticator service for the users of a user pool: passkeys and emailed one-time codes. Authsignal's SDKs can
/// use it instead of Authsignal.
///
/// It has no HTTP server: a server passes requests in and sends the answers back. It keeps all state in its storage, so
/// any number of processes may serve one person's requests.
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
    ///   - codes: the emailed codes and their limits.
    ///   - codeStorage: where the limits are counted.
    ///   - closedNetworks: the networks that the process knows to be at their limit, to save calls.
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
    ///   - report: takes reports for the operator that the caller must not see.
    ///   - decided: takes decisions for the audit log.
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
    /// Sends a message, or takes as long without a recipient.
    /// - Parameter refused: called within that time if the mail was certainly not sent.
    /// - Returns: whether it was handed on, or had no recipient.
    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool
}
