/// Why a file of this service cannot be used.
package enum StateFileError: Error, Equatable, Sendable {
    /// The file cannot be read, for the reason given by the system's error number.
    case unreadable(path: String, errorNumber: Int32)
    /// The file does not belong to this service, or its format is unknown. It is left unchanged.
    case notAState(path: String)
    /// The file cannot be written, for the reason given by the system's error number.
    case unwritable(path: String, errorNumber: Int32)
}
