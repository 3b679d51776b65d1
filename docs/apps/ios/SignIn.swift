// Sign-in with passkeys and emailed codes, for every SIGN_IN_FLOW: Amplify Swift and Authsignal's iOS SDK.

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
@preconcurrency import Authsignal
import Foundation

/// What the app shows next.
enum Shown: Equatable {
    case start(email: String?)
    /// The form for the code that Cognito itself mails after a sign-up, in pools that ask for it.
    case confirm
    case captcha(siteKey: String, action: String)
    case code(sentTo: String)
    /// The offer of a passkey to somebody who signed in with a code.
    case offer
    case account(email: String)
    /// The app stays as it is.
    case same
}

/// What the app should say.
enum Why: Error {
    case noPasskey, refused, over, interrupted, signInAgain, signedOut, signedInTooLongAgo, noCode, confirmed, wrongCode
    case tooManyCodes, notCreated, passkeyCreated
}

struct Step {
    var shown: Shown
    var why: Why?

    init(_ shown: Shown, why: Why? = nil) {
        self.shown = shown
        self.why = why
    }
}

/// The authenticator refused, or could not be reached.
struct AuthenticatorFailure: Error {
    let code: String?
    let text: String?
}

/// A sign-in. Each method takes one step of the user and returns what the app shows next. It throws if something
/// failed, in an outage for example: the app says so, stays as it is, and the user can try again.
@MainActor
final class SignIn {
    private let authsignal = Authsignal(tenantID: Settings.tenantID, baseURL: Settings.baseURL)

    /// Whether the app offers passkeys: from iOS 15 on.
    var hasPasskeys: Bool { Settings.hasPasskeys && authsignal.passkey.isSupported() }

    /// The sign-in in progress.
    private struct Pending {
        var email: String?
        /// The challenge's public parameters.
        var parameters: [String: String] = [:]
        /// The result token of a proof that Cognito has not accepted yet.
        var proof: String?
        var offersPasskey = false
    }

    // Amplify keeps Cognito's session in memory, so a sign-in ends with the app. Only the address outlives it, and the
    // proof of a passkey that was used before the sign-in: the next sign-in may begin with it, once.

    private var pending = Pending()
    private let emailKey = "sign-in.email"
    private let declinedKey = "sign-in.passkey-declined"

    private func begin(with pending: Pending) {
        self.pending = pending
        if let email = pending.email { UserDefaults.standard.set(email, forKey: emailKey) }
    }

    private func end() {
        pending = Pending()
        UserDefaults.standard.removeObject(forKey: emailKey)
        KeptProof.forget()
    }

    /// Ends the sign-in in progress; the address that was typed stays.
    private func startAgain(why: Why? = nil) -> Step {
        let email = pending.email
        pending = Pending()
        return Step(.start(email: email), why: why)
    }

    /// What the app shows when it opens: the account, or the start with the address of an interrupted sign-in.
    func resume() async throws -> Step {
        if try await Amplify.Auth.fetchAuthSession().isSignedIn { return try await account() }
        let email = UserDefaults.standard.string(forKey: emailKey)
        let isInterrupted = email != nil || KeptProof.kept() != nil
        return Step(.start(email: email), why: isInterrupted ? .interrupted : nil)
    }

    // MARK: A new account

    /// Creates an account and signs in to it. Without PASSWORD in the flow, Cognito gets a password that nobody knows.
    func createAccount(email: String, password: String?) async throws -> Step {
        let options = AuthSignUpRequest.Options(userAttributes: [AuthUserAttribute(.email, value: email)])
        do {
            let result = try await Amplify.Auth.signUp(
                username: email, password: password ?? Self.randomPassword(), options: options)
            if case .confirmUser = result.nextStep {
                begin(with: Pending(email: email))
                return Step(.confirm)
            }
        } catch let error as AuthError {
            // There is an account already. The sign-in's code goes to its address, so only its owner gets any further.
            guard case .usernameExists? = error.underlyingError as? AWSCognitoAuthError else { throw error }
        }
        return try await signIn(email: email, password: password)
    }

    /// The end has a character of each kind that Cognito's default password policy asks for.
    private static func randomPassword() -> String { UUID().uuidString + "-Aa1" }

    /// Confirms the account with the code that Cognito mailed.
    func confirmAccount(code: String) async throws -> Step {
        guard let email = pending.email else { return startAgain(why: .over) }
        do {
            // Cognito takes digits alone. Keyboards of other scripts have digits of their own.
            let digits = code.compactMap(\.wholeNumberValue).map(String.init).joined()
            _ = try await Amplify.Auth.confirmSignUp(for: email, confirmationCode: digits)
        } catch let error as AuthError {
            switch error.underlyingError as? AWSCognitoAuthError {
            case .codeMismatch, .codeExpired: return Step(.same, why: .wrongCode)
            default: throw error
            }
        }
        return Settings.passwordFirst ? startAgain(why: .confirmed) : try await signIn(email: email, password: nil)
    }

    // MARK: The sign-in

    /// Signs in with a passkey. The user types nothing, because the passkey says who it is.
    func signInWithPasskey() async throws -> Step {
        let proof: KeptProof
        if let kept = KeptProof.kept() {
            proof = kept
        } else if let new = try await provePasskey(action: Settings.action), let userID = new.userId,
            let token = new.token
        {
            proof = KeptProof(token: token, userID: userID, madeAt: Date())
            try proof.keep()
        } else {
            return Step(.same, why: .noPasskey)
        }
        // The user's id stays the same if the address changes. In a pool where people sign in by email it is their
        // name.
        return try await start(username: proof.userID, password: nil, pending: Pending(proof: proof.token))
    }

    /// Signs in with the address, and with the password if the flow begins with it.
    func signIn(email: String, password: String?) async throws -> Step {
        try await start(username: email, password: password, pending: Pending(email: email))
    }

    private func start(username: String, password: String?, pending: Pending) async throws -> Step {
        // Only a flow that begins with the password starts with SRP. Without an option, Amplify would start with it.
        let options = AWSAuthSignInOptions(
            authFlowType: Settings.passwordFirst ? .customWithSRP : .customWithoutSRP)
        let result: AuthSignInResult
        do {
            result = try await Amplify.Auth.signIn(
                username: username, password: Settings.passwordFirst ? password : nil,
                options: AuthSignInRequest.Options(pluginOptions: options))
        } catch AuthError.notAuthorized {
            return Step(.same, why: .refused)  // the password is wrong
        }
        begin(with: pending)
        return try await next(result.nextStep)
    }

    /// Takes Cognito's next step. The custom challenge comes with its public parameters.
    private func next(_ nextStep: AuthSignInStep) async throws -> Step {
        switch nextStep {
        case .done: return try await finish()
        case .confirmSignUp: return try await askToConfirm()
        case .confirmSignInWithCustomChallenge(let parameters): return try await challenged(parameters ?? [:])
        default: throw AuthenticatorFailure(code: nil, text: "This app does not support \(nextStep)")
        }
    }

    private func challenged(_ parameters: [String: String]) async throws -> Step {
        // A wrong answer is not an error: the same challenge comes again.
        let isAgain = parameters["challenge"] == pending.parameters["challenge"]
        let why: Why? = isAgain ? .refused : nil
        pending.parameters = parameters
        switch parameters["challenge"] {
        case "CAPTCHA":
            return Step(
                .captcha(siteKey: parameters["siteKey"] ?? "", action: parameters["action"] ?? ""), why: why)
        case "EMAIL_OTP":  // the functions have mailed a code
            return Step(.code(sentTo: parameters["CODE_DELIVERY_DESTINATION"] ?? ""), why: why)
        case "RESULT_TOKEN":
            return try await prove(token: parameters["token"] ?? "", isAgain: isAgain)
        default:
            throw AuthenticatorFailure(code: nil, text: "This app does not know the challenge")
        }
    }

    /// Proves who the user is: with the proof there is, after a password also with a passkey, or else with a code.
    private func prove(token: String, isAgain: Bool) async throws -> Step {
        authsignal.setToken(token: token)
        if let proof = pending.proof { return try await answer(proof) }
        if Settings.passwordFirst || isAgain, let passkey = try await provePasskey(token: token)?.token {
            pending.proof = passkey
            return try await answer(passkey)
        }
        return try await sendCode()
    }

    /// Answers the challenge, and takes the next step.
    private func answer(_ challengeResponse: String) async throws -> Step {
        let result: AuthSignInResult
        do {
            result = try await Amplify.Auth.confirmSignIn(challengeResponse: challengeResponse)
        } catch AuthError.notAuthorized, AuthError.invalidState {
            // Too many wrong answers, or the session has expired: Cognito wants a new sign-in.
            KeptProof.forget()
            return startAgain(why: .over)
        }
        if challengeResponse == pending.proof {  // it counts once
            pending.proof = nil
            KeptProof.forget()
        }
        return try await next(result.nextStep)
    }

    /// Answers with the token of the CAPTCHA's widget.
    func answerCaptcha(token: String) async throws -> Step {
        try await answer(token)
    }

    private func askToConfirm() async throws -> Step {
        guard let email = pending.email else { return startAgain(why: .over) }
        _ = try await Amplify.Auth.resendSignUpCode(for: email)
        return Step(.confirm)
    }

    // MARK: Passkeys

    /// Asks the user for a passkey. Returns nil if there is none here or if the user cancelled: then a code is the way
    /// to go on. It throws for everything else. An outage must not look like a missing passkey.
    private func provePasskey(action: String? = nil, token: String? = nil) async throws -> SignInResponse? {
        guard hasPasskeys else { return nil }
        let response = await authsignal.passkey.signIn(
            token: token, action: action,
            preferImmediatelyAvailableCredentials: true)  // false also offers a QR code, for another device's passkey
        switch response.errorCode {
        // iOS does not tell a cancelled prompt from a missing passkey. unknown_credential: the account no longer has
        // this passkey.
        case "user_canceled", "no_credential", "unknown_credential": return nil
        default: break
        }
        guard let proof = response.data, proof.isVerified else { throw failure(response) }
        return proof
    }

    /// Creates a passkey for the user who has just signed in with a code.
    func createPasskey() async throws -> Step {
        // With the token of the proof just made, which the SDK keeps.
        try await whileSignedIn { try await registerPasskey(token: nil) }
    }

    /// Does not create a passkey, and does not ask again on this device.
    func declinePasskey() async throws -> Step {
        UserDefaults.standard.set(true, forKey: declinedKey)
        return try await whileSignedIn { try await account() }
    }

    /// Creates a passkey later, or on a second device, with a token that AddAuthenticator gives to a signed-in user.
    func addPasskey() async throws -> Step {
        try await whileSignedIn { try await addPasskeyWithNewToken() }
    }

    private func addPasskeyWithNewToken() async throws -> Step {
        struct Answer: Decodable {
            var token: String?
            var error: String?
        }
        guard let url = URL(string: Settings.addAuthenticatorURL) else {
            throw AuthenticatorFailure(code: nil, text: "Settings.addAuthenticatorURL is no URL")
        }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("Bearer \(try await accessToken())", forHTTPHeaderField: "Authorization")
        let answer = try JSONDecoder().decode(Answer.self, from: try await URLSession.shared.data(for: request).0)
        // The user stays signed in, and chooses when to sign in again.
        if answer.error == "insufficient_user_authentication" { return try await account(why: .signedInTooLongAgo) }
        guard let token = answer.token else { throw AuthenticatorFailure(code: answer.error, text: nil) }
        return try await registerPasskey(token: token)
    }

    private func shouldOfferPasskey() async throws -> Bool {
        if !hasPasskeys || UserDefaults.standard.bool(forKey: declinedKey) { return false }
        // False if this device has a passkey with that name.
        return await authsignal.passkey.shouldPromptToCreatePasskey(username: try await email()).data == true
    }

    private func registerPasskey(token: String?) async throws -> Step {
        let response = await authsignal.passkey.signUp(
            token: token,
            username: try await email(),  // the prompts show it when the user chooses a passkey
            ignorePasskeyAlreadyExistsError: true)  // a device that has one is as good
        if response.errorCode == "user_canceled" { return Step(.same, why: .notCreated) }
        // The proof is too old, the sign-in not.
        if response.errorCode == "expired_token", token == nil { return try await addPasskeyWithNewToken() }
        if response.error != nil { throw failure(response) }
        return try await account(why: .passkeyCreated)
    }

    // MARK: Emailed codes

    /// Has a code mailed to the address.
    private func sendCode() async throws -> Step {
        if pending.parameters["isEnrolled"] == "true" {
            let response = await authsignal.email.challenge()
            if response.error != nil { return try endWithoutCode(response) }
        } else {
            // Somebody who came with a passkey has typed no address.
            guard let email = pending.email else { return startAgain(why: .refused) }
            let response = await authsignal.email.enroll(email: email)
            if response.error != nil { return try endWithoutCode(response) }
        }
        return Step(.code(sentTo: pending.email ?? ""))
    }

    /// Has another code mailed.
    func resendCode() async throws -> Step {
        if pending.parameters["challenge"] == "RESULT_TOKEN" { return try await sendCode() }
        // The functions mail their codes with the challenge, so another code needs another sign-in.
        guard !Settings.passwordFirst, let email = pending.email else { return startAgain(why: .signInAgain) }
        return try await signIn(email: email, password: nil)
    }

    /// Answers with the emailed code. It may be a long one for pasting, such as 7K3M-Q2XR-05TA-HJ8W.
    func answerCode(_ code: String) async throws -> Step {
        // Cognito counts every answer, so fewer than six letters and digits are not sent. The rest is forgiven.
        guard code.count(where: { $0.isLetter || $0.isNumber }) >= 6 else { return Step(.same, why: .wrongCode) }
        if pending.parameters["challenge"] == "EMAIL_OTP" { return try await answer(code) }
        // A code counts once. If Cognito could not be reached after it, the proof is still there.
        if let proof = pending.proof { return try await answer(proof) }
        let response = await authsignal.email.verify(code: code)
        guard let verdict = response.data else { return try endIfTooOld(response) }
        guard verdict.isVerified, let token = verdict.token else {  // the sign-in goes on
            return Step(.same, why: verdict.failureReason == "MAX_ATTEMPTS_EXCEEDED" ? .tooManyCodes : .wrongCode)
        }
        pending.proof = token
        pending.offersPasskey = true
        return try await answer(token)
    }

    // MARK: Signed in

    private func finish() async throws -> Step {
        let isByCode = pending.offersPasskey
        end()
        if isByCode, try await shouldOfferPasskey() { return Step(.offer) }
        return try await account()
    }

    private func account(why: Why? = nil) async throws -> Step {
        Step(.account(email: try await email()), why: why)
    }

    /// Takes a step of the signed-in user, unless the session has ended meanwhile, for example on another device.
    private func whileSignedIn(_ step: () async throws -> Step) async throws -> Step {
        do {
            return try await step()
        } catch AuthError.signedOut, AuthError.sessionExpired, AuthError.notAuthorized {
            _ = await Amplify.Auth.signOut()  // of what this device still has
            return startAgain(why: .signedOut)
        }
    }

    private func email() async throws -> String {
        try await Amplify.Auth.fetchUserAttributes().first { $0.key == .email }?.value ?? ""
    }

    private func accessToken() async throws -> String {
        let session = try await Amplify.Auth.fetchAuthSession()
        guard let provider = session as? AuthCognitoTokensProvider else {
            throw AuthenticatorFailure(code: nil, text: "There are no tokens of a user pool")
        }
        return try provider.getCognitoTokens().get().accessToken
    }

    func signOut() async throws -> Step {
        _ = await Amplify.Auth.signOut()
        end()
        return Step(.start(email: nil))
    }

    /// Starts again if no code can be sent: in authsignal mode, for example, there is no account with this address.
    private func endWithoutCode<T>(_ response: AuthsignalResponse<T>) throws -> Step {
        if response.errorCode == "unauthorized" { return startAgain(why: .noCode) }
        return try endIfTooOld(response)
    }

    /// Starts again if the challenge's token is too old. Throws every other error.
    private func endIfTooOld<T>(_ response: AuthsignalResponse<T>) throws -> Step {
        if response.errorCode == "expired_token" { return startAgain(why: .over) }
        throw failure(response)
    }

    private func failure<T>(_ response: AuthsignalResponse<T>) -> AuthenticatorFailure {
        AuthenticatorFailure(code: response.errorCode, text: response.error)
    }
}
