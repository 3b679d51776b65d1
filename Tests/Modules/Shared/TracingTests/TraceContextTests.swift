import Testing
import Tracing

@Suite("The tracing header")
struct TraceContextTests {
    private static let root = "Root=1-5759e988-bd862e3fe1be46a994272793"
    private static let parent = "Parent=53995c3f42cd8ad8"

    @Test(
        "of a sampled event names the trace and the function's segment, in any order and beside other fields",
        arguments: [
            "\(root);\(parent);Sampled=1", "Sampled=1;\(parent);\(root)",
            "\(root);\(parent);Sampled=1;Lineage=25:a87bd80c:0",
            "Self=1-67891234-12456789abcdef012345678;\(root);"
                + "\(parent);Sampled=1", "\(root);\(parent);Sampled=1;Empty=", "\(root);\(parent);Sampled=1;sampled=0",
            "Lineage=a;\(root);\(parent);Sampled=1;Lineage=b",
        ])
    func sampled(header: String) {
        let trace = TraceContext(sampledBy: header)
        #expect(trace?.traceID == "1-5759e988-bd862e3fe1be46a994272793")
        #expect(trace?.parentID == "53995c3f42cd8ad8")
    }

    @Test(
        "of an event that is not sampled names no trace",
        arguments: ["\(root);\(parent);Sampled=0", "\(root);\(parent);Sampled=?", "\(root);\(parent)", root])
    func notSampled(header: String) { #expect(TraceContext(sampledBy: header) == nil) }

    @Test(
        "in any other form names no trace",
        arguments: [
            "", ";", "Sampled=1", "\(root);Sampled=1", "\(parent);Sampled=1", "\(root);\(parent);Sampled=true",
            "\(root);\(parent);Sampled=1;", ";\(root);\(parent);Sampled=1", "\(root);;\(parent);Sampled=1",
            "\(root);\(parent);Sampled=1;Lineage", "\(root);\(parent);Sampled=1;=x",
            "\(root);\(parent);Sampled=1;Sampled=1", "\(root);\(parent);Sampled=1;Sampled=0",
            "\(root);\(parent);Sampled=",
            "\(root);\(parent);Sampled=11", "Root=;\(parent);Sampled=1", "Root",
            "\(root);\(parent);Sampled=0;Sampled=1",
            "\(root);\(root);\(parent);Sampled=1", "\(root);\(parent);\(parent);Sampled=1",
            "\(root); \(parent); Sampled=1", "\(root),\(parent),Sampled=1",
            "ROOT=1-5759e988-bd862e3fe1be46a994272793;"
                + "\(parent);Sampled=1", "Root=2-5759e988-bd862e3fe1be46a994272793;\(parent);Sampled=1",
            "Root=1-5759e98-bd862e3fe1be46a994272793;\(parent);Sampled=1",
            "Root=1-5759e988-bd862e3fe1be46a99427279;\(parent);Sampled=1",
            "Root=1-5759e988-bd862e3fe1be46a9942727933;\(parent);Sampled=1",
            "Root=1-5759e988bd862e3fe1be46a994272793;\(parent);Sampled=1",
            "Root=1-5759e988-bd862e3fe1be46a994272793-0;\(parent);Sampled=1",
            "Root=1-5759e98g-bd862e3fe1be46a994272793;\(parent);Sampled=1",
            "\(root);Parent=53995c3f42cd8ad;Sampled=1", "\(root);Parent=53995c3f42cd8ad88;Sampled=1",
            "\(root);Parent=53995c3f42cd8adg;Sampled=1", "\(root);Parent=;Sampled=1",
            #"Root=1-5759e988-bd862e3fe1be46a99427279";\#(parent);Sampled=1"#,
            #"\#(root);Parent=","user":"eve","a":"";Sampled=1"#, "\(root);\(parent);Sampled=1\n",
            "\(root);\(parent);Sampled=1;Lineage=a\r\nb", "\(root);\(parent);Sampled=1;Lineage=a\u{0}",
            "\(root);\(parent);Sampled=1;Lineage=ä", "\(root);Parent=53995c3f42cd8ad８;Sampled=1",
            "\(root);\(parent);Sampled=1;Lineage=\(String(repeating: "a", count: 1_024))",
        ])
    func malformed(header: String) { #expect(TraceContext(sampledBy: header) == nil) }
}
