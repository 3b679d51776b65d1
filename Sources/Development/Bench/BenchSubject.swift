#if os(Linux)
/// A measured program and the event that it answers.
struct BenchSubject {
    /// The name in the report.
    let name: String
    /// The path of the program.
    let executable: String
    /// The program's environment variables.
    let environment: [String: String]
    /// Makes the event that the running program answers repeatedly.
    let event: (inout BenchConnection) throws(BenchError) -> [UInt8]
    /// The limits of its figures; nil if the report only shows the figures.
    let requirement: BenchRequirement?
    /// The size of its zip, in megabytes.
    let zip: Double?
}
#endif
