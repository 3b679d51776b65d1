/// Ends the process if a property does not hold, which libFuzzer reports with the input.
func require(_ property: String, _ holds: @autoclosure () throws -> Bool) {
    do {
        guard try holds() else { fatalError("a property does not hold: \(property)") }
    } catch {
        fatalError("a property does not hold: \(property): \(error)")
    }
}

/// A value that always exists, if the harness itself is right.
func certain<Value>(_ what: String, _ make: () throws -> Value?) -> Value {
    do {
        guard let value = try make() else { fatalError("the harness is wrong: \(what)") }
        return value
    } catch {
        fatalError("the harness is wrong: \(what): \(error)")
    }
}
