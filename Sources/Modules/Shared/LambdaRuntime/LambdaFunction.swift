private import CLibrary
private import HTTP

/// The life of a function's process: configure once, then serve events.
package enum LambdaFunction {
    /// Runs a function until its process ends: with status 0 on SIGTERM, with status 1 and one line in the log
    /// otherwise.
    /// - Parameters:
    ///   - trigger: the function's name in log and metrics.
    ///   - configure: reads the configuration and makes the handler. What it throws is reported to Lambda as the reason
    ///     why the function does not start.
    package static func run(
        _ trigger: String, _ configure: (Environment, Log) throws(FunctionError) -> RuntimeLoop.Handler
    ) -> Never {
        let environment = Environment.process
        var log = Log(environment: environment)
        Termination.handle()
        guard let endpoint = environment["AWS_LAMBDA_RUNTIME_API"] else {
            stop(log, "AWS_LAMBDA_RUNTIME_API is not set: this program runs inside AWS Lambda or `make replay`")
        }
        let transport: CurlTransport
        do { transport = try CurlTransport() } catch { stop(log, error.description) }
        let api = RuntimeAPI(endpoint: endpoint, transport: transport)
        let handler: RuntimeLoop.Handler
        do {
            handler = try configure(environment, log)
        } catch {
            // From here on the process ends with status 1, whatever signal comes.
            Termination.hold()
            log(.fatal, "\(error.kind.rawValue): \(error.detail)")
            // The outcome of the report changes nothing: the process ends either way.
            _ = try? api.failInitialization(with: error)
            exit(1)
        }
        var loop = RuntimeLoop(
            api: api, trigger: trigger, version: environment["AWS_LAMBDA_FUNCTION_VERSION"],
            stack: environment["METRICS_STACK"], log: log)
        let ending = loop.run(handler)
        log.requestID = ending.requestID
        stop(log, ending.reason)
    }

    private static func stop(_ log: Log, _ reason: String) -> Never {
        log(.fatal, reason)
        exit(1)
    }
}
