package import Testing

/// Expects that two values are equal, and shows both if they differ.
///
/// `try expect(answer(), equals: 1)` shows no value when it fails: the macro takes no expression apart that holds a `try` or
/// an `await`. Here the caller takes the values, as in `try await expect(answer(), equals: 1)`, and the macro gets two
/// constants.
package func expect<Value: Equatable>(
    _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, comment(), sourceLocation: sourceLocation)
}

/// Expects that something holds for a value, and shows the value if it does not: `try expect(mails()) { $0.isEmpty }`.
///
/// It exists for the same reason as `expect(_:equals:)`.
package func expect<Value>(
    _ value: Value, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (Value) -> Bool
) {
    #expect(holds(value), comment(), sourceLocation: sourceLocation)
}
