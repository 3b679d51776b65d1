#if os(Linux)
/// A function whose first answer needs a call over HTTPS.
struct ColdSubject {
    /// The name in the report.
    let name: String
    /// The path of the program.
    let executable: String
    /// The program's environment variables, besides those of the services.
    let environment: [String: String]
    /// The event.
    let event: [UInt8]
    /// Throws if the answer is not the right one, or if the function has not called the services.
    let check: ([UInt8], BenchTables) throws(BenchError) -> Void
}
#endif
