internal import LocalCognito
internal import RuntimeAPIHost

/// Both versions of a function that two versions serve.
struct MixedInstance: TriggerFunction {
    let function: VersionMix.MixedFunction
    let former: FunctionInstance
    let current: FunctionInstance
    let chooser: VersionChooser

    /// The version that serves the next call.
    var next: FunctionInstance { chooser.isFormerNext(of: function) ? former : current }

    func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult {
        try await next.invoke(event, requestID: requestID)
    }
}
