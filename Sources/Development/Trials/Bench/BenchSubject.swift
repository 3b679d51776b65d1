#if os(Linux)
internal import RuntimeAPIHost

/// A measured program and the event that it answers. One that answers otherwise than it must is not measured.
struct BenchSubject {
    var program: Program
    /// The limits of its figures; nil if the report only shows the figures.
    let limits: BenchLimits?
    /// How many mails it sends for an event.
    let mails: Int
    /// Makes the event, with the help of the running program if the event has to prove something.
    let event: (RunningProgram) throws -> [UInt8]
    /// What its answer holds.
    private let answer: String

    /// The program that the functions are compared with. It answers with a constant.
    init(loop path: String, _ environment: [String: String] = [:]) {
        program = Program("bare loop", path: path, environment: environment)
        (answer, limits, mails, event) = ("{", nil, 0, { _ in TrialEvents.define(.ana) })
    }

    /// A function.
    ///
    /// - Parameter words: what the report says after the function's name.
    init(
        _ function: String, _ words: String? = nil, of bootstraps: Bootstraps, _ environment: [String: String],
        answer: String, limits: BenchLimits? = nil, mails: Int = 0,
        event: @escaping (RunningProgram) throws -> [UInt8]
    ) throws {
        program = try Program(function, words, of: bootstraps, environment)
        (self.answer, self.limits, self.mails, self.event) = (answer, limits, mails, event)
    }

    /// Verify's event with the right answer to a challenge that Create makes for it.
    static func verifyEvent(_ bootstraps: Bootstraps, _ services: TrialServices) throws -> [UInt8] {
        let create = try RunningProgram(Program("CreateAuthChallenge", of: bootstraps, services.signed))
        try create.exchange(TrialEvents.create(.ana))
        return try TrialEvents.verify(.ana, created: create.answer)
    }

    /// Throws if an answer is not as it must be.
    func check(_ found: [UInt8], _ services: TrialServices) throws(TrialError) {
        let text = String(decoding: found, as: UTF8.self)
        guard text.contains(answer) else { throw .program(program.name, "wrong answer: \(text)") }
        try services.check()
    }
}
#endif
