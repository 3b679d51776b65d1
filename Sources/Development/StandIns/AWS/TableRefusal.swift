/// Why the stand-in for a table refuses a request.
enum TableRefusal: Error, Equatable {
    /// A `ValidationException`.
    case invalid(String)
    /// A `ResourceNotFoundException`.
    case noTable
    /// A `ConditionalCheckFailedException`, with the item for which the condition failed.
    case conditionFailed([String: TableAttribute]?)
}
