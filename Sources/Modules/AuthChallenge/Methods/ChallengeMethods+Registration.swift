package import LambdaRuntime

extension ChallengeMethods {
    /// What a function does of a method's rounds. A method asks for no secret that its part has no use for.
    package enum Part: Sendable {
        /// Makes the challenges: Create.
        case challenge
        /// Judges the answers: Verify.
        case judgement
    }

    /// What is known of a method before one is made.
    package struct Registration: Sendable {
        /// Makes the method as the environment configures it, or refuses to where it could not work safely.
        package typealias Maker = @Sendable (Services, Part, Log) throws(FunctionError) -> any ChallengeMethod

        /// Whether a right answer shows who the user is. A CAPTCHA's does not.
        package let provesIdentity: Bool
        /// Makes the method.
        package let make: Maker

        /// A method that is made so.
        package init(provesIdentity: Bool, _ make: @escaping Maker) {
            self.provesIdentity = provesIdentity
            self.make = make
        }
    }
}
