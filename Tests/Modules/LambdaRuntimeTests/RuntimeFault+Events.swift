import TestSupport

extension RuntimeFault {
    /// Events of the largest size that Lambda hands out, in the worst shapes.
    static let largeEvents: [RuntimeFault] = [
        next("6 MB of arrays in arrays", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut(nested(opening: "[", closing: "]"), as: event)
        },
        next("6 MB of objects in objects", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut(nested(opening: #"{"a":"#, closing: "}", innermost: "0"), as: event)
        },
        next("6 MB of brackets that nothing closes", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut([UInt8](repeating: UInt8(ascii: "["), count: SampleEvent.largest), as: event)
        },
        next("nested one level too deep", .once, .eventFails("Function.InvalidEvent")) { event in
            handOut(nested(levels: deepest + 1), as: event)
        },
        next("nested as deep as allowed", .once, .survived) { handOut(nested(levels: deepest), as: $0) },
        next("6 MB of empty arrays side by side", .once, .survived) { handOut(wide { _ in "[]" }, as: $0) },
        next("6 MB of members of one object", .once, .survived) { event in
            handOut(wide(in: "{", "}") { #""\#($0)":0"# }, as: event)
        },
        next("6 MB of nested arrays side by side", .once, .survived) { event in
            let part = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
            return handOut(wide { _ in part }, as: event)
        },
    ]

    /// How many levels the client metadata may have: the event and its request are two more.
    private static let deepest = 62

    private static func handOut(_ body: [UInt8], as event: RuntimeAPIService.Event) -> ScriptedAnswer {
        .answer(headers: event.headers, body: body)
    }

    /// An event whose client metadata consists of arrays in arrays.
    private static func nested(levels: Int) -> [UInt8] {
        SampleEvent.define(
            clientMetadata: String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
    }

    /// An event of almost the largest size whose client metadata is nested as deep as fits.
    private static func nested(opening: String, closing: String, innermost: String = "") -> [UInt8] {
        let levels = (SampleEvent.room - innermost.utf8.count) / (opening + closing).utf8.count
        return SampleEvent.define(
            clientMetadata: String(repeating: opening, count: levels) + innermost
                + String(repeating: closing, count: levels))
    }

    /// An event of almost the largest size whose client metadata has as many parts as fit.
    private static func wide(
        in opening: String = "[", _ closing: String = "]", part: (Int) -> String
    ) -> [UInt8] {
        var parts = opening + part(0)
        while parts.utf8.count < SampleEvent.room - 200 { parts += "," + part(parts.utf8.count) }
        return SampleEvent.define(clientMetadata: parts + closing)
    }
}
