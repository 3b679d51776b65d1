internal import ExpiringState
internal import FunctionServices
internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
internal import SignInRules

/// Issues the challenge `CAPTCHA`: the app shows the provider's widget, and the answer is what the widget gives it.
///
/// It slows bots down but does not prove an identity, so it works the same for unknown users.
struct CaptchaIssuer: ChallengeIssuer {
    private let services: Services
    private let settings: CaptchaSettings

    init(_ settings: CaptchaSettings, _ services: Services) {
        self.services = services
        self.settings = settings
    }

    func challenge(in round: Round) throws(FunctionError) -> RoundChallenge {
        var publicParameters = ["provider": settings.provider.rawValue, "siteKey": settings.siteKey]
        publicParameters["action"] = settings.action
        return RoundChallenge(
            publicParameters: publicParameters, privateParameters: RoundParameters(captchaKey: try services.uuid()))
    }
}

/// Judges the answers to it.
struct CaptchaJudge: AnswerJudge {
    private let services: Services
    private let settings: CaptchaSettings
    /// Asks the provider.
    private let client: CaptchaClient
    private let table: DeploymentTable?

    init(
        _ settings: CaptchaSettings, _ table: DeploymentTable?, _ services: Services
    ) throws(FunctionError) {
        self.services = services
        self.settings = settings
        self.table = table
        client = try CaptchaClient(settings, services)
    }

    func judge(
        _ answer: String, parameters: RoundParameters, in round: Round
    ) throws(FunctionError) -> AnswerVerdict {
        guard let key = parameters.captchaKey else { return .wrong(.unreadableRound) }
        guard TokenText.isPlausible(answer) else { return .wrong(.unusableAnswer) }
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
    private static func item(of answer: String, _ round: Round) -> StateKey {
        let identity = LengthPrefixedFields.bytes("captcha", [round.userPoolID, answer])
        return StateKey(.captcha, digest: Base64URL.encode(SHA256.digest(of: identity)))
    }
}
