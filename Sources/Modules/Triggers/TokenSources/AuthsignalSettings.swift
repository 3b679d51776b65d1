package import Authsignal
package import FunctionServices
package import HTTP
package import LambdaRuntime

/// The settings of `authsignal` mode.
package struct AuthsignalSettings {
    /// Who enrols a user's first authenticator (`FIRST_ENROLMENT`).
    package enum FirstEnrolment: String, CaseIterable {
        /// This function, with the address that Cognito has.
        case server
        /// The first holder of the token.
        case client
        /// No one: a user without an authenticator gets a round that cannot be won.
        case deny
    }

    /// `AUTHSIGNAL_URL`: Authsignal's server API in the tenant's region.
    package let url: BaseURL
    /// `AUTHSIGNAL_SECRET`.
    package let secret: RotatingSecret<String>
    package let actions: ActionCodes
    package let firstEnrolment: FirstEnrolment
    /// `MINIMUM_RESPONSE_TIME`, in milliseconds.
    package let minimumResponseTime: Int64

    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        let settings = services.settings
        let variable = "AUTHSIGNAL_URL"
        guard let url = BaseURL(settings.text(variable) ?? "https://api.authsignal.com/v1") else {
            throw .configuration(variable, "must be an https URL; plain http only to this machine")
        }
        self.url = url
        secret = try services.rotatingSecret("AUTHSIGNAL_SECRET", log)
        actions = try ActionCodes(settings)
        minimumResponseTime = try settings.minimumResponseTime()
        firstEnrolment = try settings.choice("FIRST_ENROLMENT", default: .server)
        if firstEnrolment == .client {
            log(.warn, "FIRST_ENROLMENT=client: anybody can take over an account that has no authenticator yet")
        }
    }
}

extension AuthsignalClient {
    /// The client of a deployment.
    package init(_ settings: AuthsignalSettings, _ services: Services) {
        services.expectCalls(to: settings.url)
        self.init(baseURL: settings.url, secret: settings.secret, transport: services.transport)
    }
}
