internal import FunctionServices
internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
internal import SignInRules

/// The challenge `CAPTCHA`: the app shows the provider's widget, and the answer is what the widget gives it.
///
/// It slows bots down and proves nobody's identity, so it works the same for users that Cognito does not know.
struct CaptchaMethod: ChallengeMethod {
    private let services: Services
    private let settings: CaptchaSettings
    /// Asks the provider; nil if this function judges no answers.
    private let client: CaptchaClient?
    private let table: DeploymentTable?

    init(_ services: Services, _ part: MethodPart, _ log: Log) throws(FunctionError) {
        self.services = services
        settings = try CaptchaSettings(services.settings)
        client = part == .judgement ? try CaptchaClient(settings, services, log) : nil
        table = try DeploymentTable(services)
    }

    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge {
        var publicParameters = ["provider": settings.provider.rawValue, "siteKey": settings.siteKey]
        publicParameters["action"] = settings.action
        return IssuedChallenge(publicParameters: publicParameters, privateParameters: ["key": try services.uuid()])
    }

    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict {
        guard let key = parameters["key"], !key.isEmpty else { return .wrong(.unreadableRound) }
        guard TokenText.isPlausible(answer) else { return .wrong(.unusableAnswer) }
        guard let client else { throw .hidden(.internalError, "Create cannot judge an answer") }
        let result = try client.result(of: answer, key, by: round.deadline)
        if !result.isSuccess {
            let level: Log.Level = result.mayBeOurFault ? .error : .info
            round.log(level, "\(settings.provider) refuses the answer: \(result.knownCodes)")
        }
        // With a key that gives scores every answer is a success, even a bot's.
        guard result.score == nil || settings.minimumScore != nil || !settings.provider.knowsScores else {
            throw .hidden(.configuration, "the key gives scores: CAPTCHA_MINIMUM_SCORE must be set")
        }
        if let refusal = result.refusal(by: settings, now: services.now() / 1_000) { return .wrong(refusal) }
        guard let table else { return .passed }
        return try table.consume(Self.item(of: answer, round), for: key, by: round.deadline)
            ? .passed : .wrong(.alreadyUsed)
    }

    /// The answer's key in the state table.
    private static func item(of answer: String, _ round: Round) -> String {
        "captcha#"
            + Base64URL.encode(SHA256.digest(of: LengthPrefixedFields.bytes("captcha", [round.userPoolID, answer])))
    }
}
