import AWSCognitoAuthPlugin
import Amplify
import Foundation
import SwiftUI

/// The screen: shows what a step of the sign-in returns, and passes on what the user does.
struct SignInView: View {
    @State private var signIn = SignIn()
    @State private var shown: Shown?
    @State private var message = ""
    @State private var isBusy = false
    @State private var email = ""
    @State private var password = ""
    @State private var code = ""

    var body: some View {
        Form {
            if !message.isEmpty { Text(message) }
            if isBusy { ProgressView() }
            switch shown {
            case .start: start
            case .confirm: confirm
            case .captcha(let siteKey, let action):
                CaptchaView(siteKey: siteKey, action: action) { token in
                    take { try await signIn.answerCaptcha(token: token) }
                }
                .frame(height: 160)
            case .code(let sentTo): codeForm(sentTo: sentTo)
            case .offer: offer
            case .account(let email): account(email: email)
            case .same, nil: Button("Try again") { take(signIn.resume) }
            }
        }
        .disabled(isBusy)
        .task { take(signIn.resume) }
    }

    @ViewBuilder private var start: some View {
        if signIn.hasPasskeys && !Settings.passwordFirst {
            Button("Sign in with a passkey") { take(signIn.signInWithPasskey) }
        }
        TextField("Email", text: $email)
            .textContentType(.username)
            .keyboardType(.emailAddress)
            .textInputAutocapitalization(.never)
        if Settings.passwordFirst {
            SecureField("Password", text: $password)
                .textContentType(.password)
        }
        Button("Continue") { take { try await signIn.signIn(email: typedEmail, password: typedPassword) } }
        Button("Create an account") {
            take { try await signIn.createAccount(email: typedEmail, password: typedPassword) }
        }
    }

    private var typedEmail: String { trimmed(email) }
    private var typedCode: String { trimmed(code) }
    private var typedPassword: String? { password.isEmpty ? nil : password }

    /// Keyboards put a space after what they suggest, and Cognito refuses a name with white space.
    private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    @ViewBuilder private var confirm: some View {
        Text("Type the code from the mail to confirm your address.")
        codeField
        Button("Confirm") { take { try await signIn.confirmAccount(code: typedCode) } }
    }

    @ViewBuilder private func codeForm(sentTo: String) -> some View {
        Text("If there is an account, a code is on its way to \(sentTo.isEmpty ? "your address" : sentTo).")
        Text("If you have asked more than once, use the newest mail.")
        codeField
        Button("Sign in") { take { try await signIn.answerCode(typedCode) } }
        Button("Send another code") { take(signIn.resendCode) }
    }

    /// Takes letters, too: the mail may contain a long code for pasting.
    private var codeField: some View {
        TextField("Code", text: $code)
            .textContentType(.oneTimeCode)
            .textInputAutocapitalization(.characters)
    }

    @ViewBuilder private var offer: some View {
        Text("With a passkey, you sign in with your face, your finger or your passcode.")
        Button("Create a passkey") { take(signIn.createPasskey) }
        Button("Not now") { take(signIn.declinePasskey) }
    }

    @ViewBuilder private func account(email: String) -> some View {
        Text(email)
        if signIn.hasPasskeys { Button("Add a passkey") { take(signIn.addPasskey) } }
        Button("Sign out") { take(signIn.signOut) }
    }

    /// Takes a step and shows what comes next. After a failure everything stays as it is.
    private func take(_ step: @escaping @MainActor () async throws -> Step) {
        guard !isBusy else { return }
        isBusy = true
        message = ""
        Task {
            do {
                present(try await step())
            } catch {
                print(error)  // for the developer
                message = words(of: error)
            }
            isBusy = false
        }
    }

    private func present(_ step: Step) {
        code = ""
        if step.shown != .same { shown = step.shown }
        if case .start(let typed?) = step.shown { email = typed }
        message = step.why.map(words) ?? ""
    }

    private func words(_ why: Why) -> String {
        switch why {
        case .noPasskey: "No passkey was used. You can sign in with an emailed code."
        case .refused: "That was not accepted. Please try again."
        case .over: "This sign-in is over. Please start again."
        case .interrupted: "Your sign-in was interrupted. Please continue."
        case .signInAgain: "Please sign in again first."
        case .signedOut: "You are no longer signed in. Please sign in again."
        case .signedInTooLongAgo:
            "You signed in too long ago to add a passkey. Sign out, sign in again, and then add it."
        case .noCode: "No code can be sent to this address. Check it, or ask whoever runs this app."
        case .confirmed: "Your account is ready. Please sign in."
        case .wrongCode: "This code is not right, or too old. Please try again."
        case .tooManyCodes: "Too many wrong codes. Please have a new one mailed."
        case .notCreated: "No passkey was created."
        case .passkeyCreated: "Your passkey is ready."
        }
    }

    /// What the app says of a failure. Others than these have words of their own.
    private func words(of error: any Error) -> String {
        let noConnection = "That did not work. Please check your connection and try again."
        let tooManyAttempts = "Too many attempts. Please wait a few minutes and try again."
        switch error {
        case is URLError: return noConnection
        case let failure as AuthenticatorFailure:
            switch failure.code {
            case "network_error": return noConnection
            case "challenge_expired": return "That took too long. Please try again."
            case "too_many_requests": return tooManyAttempts
            default: return "That did not work: \(failure.text ?? failure.code ?? "the authenticator gave no reason")"
            }
        case let failure as AuthError:
            switch failure.underlyingError as? AWSCognitoAuthError {
            case .network: return noConnection
            case .limitExceeded, .requestLimitExceeded, .failedAttemptsLimitExceeded: return tooManyAttempts
            default: return "That did not work: \(failure.errorDescription)"
            }
        default: return "That did not work: \(error.localizedDescription)"
        }
    }
}
