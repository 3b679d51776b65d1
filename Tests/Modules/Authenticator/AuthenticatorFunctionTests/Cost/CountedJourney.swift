import JSON
import SoftwarePasskey
import StandIns
import Testing
import TriggerTestSupport

/// The journeys that the page on cost counts, in the order of its columns.
enum CountedJourney: String, CaseIterable {
    case passkeySignIn = "passkey sign-in"
    case codeSignIn = "code sign-in"
    case signUp = "sign-up"
    case registration = "passkey added"
    case functionCodeSignIn = "EMAIL_OTP sign-in"
    case authsignalSignIn = "Authsignal sign-in"

    /// Where codes and tokens come from.
    enum Flow { case authenticator, functionCodes, authsignal }

    private var flow: Flow {
        switch self {
        case .passkeySignIn, .codeSignIn, .signUp, .registration: .authenticator
        case .functionCodeSignIn: .functionCodes
        case .authsignalSignIn: .authsignal
        }
    }

    /// Goes through the journey of a user who has what it needs, and counts it alone.
    func count() throws -> JourneyCost {
        let app = try CountedDeployment(flow)
        var device = SoftwareAuthenticator.new
        var token = ""
        if flow == .authenticator, self != .signUp { token = try Self.signInByCode(app) { .enrolEmail($0) } }
        if self == .passkeySignIn { try Self.register(app, &device, token) }
        app.reset()
        switch self {
        case .passkeySignIn:
            let options = app.ask(.passkeyOptions)
            let credential = try device.sign(#require(options["options"]))
            // The answer to Cognito has the form that verify/passkey takes.
            try app.signIn { _ in FrontDoorEvent.verifyPasskey(.app, options, credential).body }
        // A day after the former one, so that neither the account nor its network has asked for a code in the last
        // hour.
        case .codeSignIn:
            app.deployment.clock.advance(seconds: 86_400)
            _ = try Self.signInByCode(app) { .sendCode($0) }
        case .signUp:
            try app.signUp()
            _ = try Self.signInByCode(app) { .enrolEmail($0) }
        case .registration: try Self.register(app, &device, token)
        case .functionCodeSignIn:
            try Self.signInByFunctionCode(app)
            app.deployment.clock.advance(seconds: 86_400)
            app.reset()
            try Self.signInByFunctionCode(app)
        case .authsignalSignIn: try app.signIn { _ in "result" }
        }
        return app.cost
    }

    /// A sign-in with an emailed code; returns the result token.
    private static func signInByCode(
        _ app: CountedDeployment, _ ask: (_ token: String) -> FrontDoorEvent
    ) throws -> String {
        var result = ""
        try app.signIn { token in
            #expect(app.ask(ask(token)).status == 200)
            // Until the mail is there and the code typed.
            app.deployment.clock.advance(seconds: 10)
            result = app.ask(.verifyCode(token, app.deployment.cloud.mails.last?.code ?? "")).token
            return result
        }
        return result
    }

    /// A sign-in with a code that Create mails.
    private static func signInByFunctionCode(_ app: CountedDeployment) throws {
        try app.signIn { _ in app.deployment.cloud.mails.last?.code ?? "" }
    }

    private static func register(
        _ app: CountedDeployment, _ device: inout SoftwareAuthenticator, _ token: String
    ) throws {
        let options = app.ask(.registrationOptions(token))
        let credential = try device.create(#require(options["options"]))
        #expect(app.ask(.addPasskey(token, options, credential)).isVerified)
    }
}
