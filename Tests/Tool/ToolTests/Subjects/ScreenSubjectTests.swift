import Testing

@testable import GrowthloopDecisions
@testable import growthloop

@Suite("growthloop decide connection, links, preview, queue, reuse, suggestions · whole answers")
struct ScreenSubjectTests {
  @Test func `CON-11, CON-18 · a connection that failed is asked for again at the next sync`() {
    let line = """
      {"id": 1, "inviter": "bob", "verified": "ann", "credit": "credited", "events": [\
      {"type": "verified"}, {"type": "serverFailed"}, {"type": "synced"}]}
      """
    #expect(
      answer("connection", line) == #"""
        {"circle":"Contacts","decision":"connect","id":1,"rule":"CON-01","steps":[\#
        {"actions":["connectMutually"],"state":"asked","type":"verified"},\#
        {"actions":[],"state":"waitsForSync","type":"serverFailed"},\#
        {"actions":["connectMutually"],"state":"asked","type":"synced"}]}
        """#)
    let never = answer("connection", line, with: ["--set", "connection.retry=none"])
    #expect(never.contains(#"{"actions":[],"state":"waitsForSync","type":"synced"}"#))
  }

  @Test func `the invitee reads of the connection only by a setting`() {
    let line =
      #"{"id": 1, "inviter": "7", "verified": "ann", "credit": "credited", "#
      + #""inviterName": "Bob"}"#
    #expect(!answer("connection", line).contains("notice"))
    #expect(
      answer("connection", line, with: ["--set", "notify.invitee=true"])
        .contains(#""notice":"You and Bob are now connected.""#))
  }

  @Test func `a signed link is written with a key, and refused without one`() {
    let line = #"{"id": 1, "code": "a3Xk9m2Q", "inviter": "u-7"}"#
    #expect(
      answer("links", line, under: "product")
        == #"{"because":"signerMissing","decision":"refused","id":1,"rule":"P-LNK-06"}"#)
    let link = answer("links", line, under: "product", key: SignedCodeTests.key)
    #expect(link.contains(#""link":"https://app.example.com/invite?ref=u-7&ctx=generic&sig="#))
    #expect(
      answer("links", line, with: ["--set", "link.format=shortPathCode"])
        == #"{"characters":26,"decision":"written","id":1,"link":"https://rin.app/r/a3Xk9m2Q","#
        + #""rule":"CNF-03"}"#)
  }

  @Test func `a link that was written is read again`() {
    let line =
      #"{"id": 1, "code": "a3Xk9m2Q", "inviter": "u-7", "context": "content", "#
      + #""content": "c9"}"#
    let written = answer("links", line, under: "product", key: SignedCodeTests.key)
    let link = written.split(separator: "\"").first { $0.hasPrefix("https://") } ?? ""
    let read = answer(
      "codes", CodeSubjectTests.line(link), under: "product", key: SignedCodeTests.key)
    #expect(read.contains(#""content":"c9","context":"content""#))
    #expect(read.contains(#""inviter":"u-7""#) && read.contains(#""valid":true"#))
  }

  @Test func `LNK-17 · a new code for the asking, only where a setting allows it`() {
    let line = """
      {"id": 1, "at": "2026-03-01T09:00:00Z", "wantsNew": true, "held": {"code": "a3Xk9m2Q", \
      "isOfThisFlow": false, "isSent": true}}
      """
    #expect(
      answer("reuse", line)
        == #"{"because":"refreshNotAllowed","code":"a3Xk9m2Q","decision":"reuse","id":1,"#
        + #""rule":"LNK-17"}"#)
    #expect(
      answer("reuse", line, with: ["--set", "link.refreshAllowed=true"])
        == #"{"because":"refreshed","decision":"mint","id":1,"rule":"LNK-17"}"#)
  }

  @Test func `D-OFF-04 · a queued link is in time for thirty seconds, the last instant included`() {
    func line(_ second: String) -> String {
      """
      {"id": 1, "events": [{"at": "2026-03-01T09:00:00Z", "type": "queued"}, \
      {"at": "2026-03-01T09:10:00Z", "type": "connected"}, \
      {"at": "2026-03-01T09:10:\(second)Z", "type": "linkReady", "ticket": 0}]}
      """
    }
    let inTime = answer("queue", line("30"), under: "design")
    #expect(inTime.contains(#"{"action":"promptToShare","isInTime":true,"ticket":0}"#))
    let late = answer("queue", line("30.001"), under: "design")
    #expect(late.contains(#"{"action":"promptToShare","isInTime":false,"ticket":0}"#))
    #expect(answer("queue", line("30")).contains(#"{"action":"refused"}"#))
  }

  @Test func `mistakes of the new subjects are named, all at once`() {
    #expect(
      mistakes("links", #"{"id": 1, "code": "short", "inviter": "a b"}"#) == [
        "'code' must be eight letters or digits, not 'short'",
        "'inviter' must be 1 to 64 letters, digits, '_' or '-', not 'a b'",
      ])
    #expect(
      mistakes(
        "circles", #"{"id": 1, "sharing": "Ask", "fields": [], "events": [{"type": "add"}]}"#)
        == ["'events[0].circle' is missing: it must be text that is not empty"])
    #expect(mistakes("queue", #"{"id": 1}"#) == ["'events' is missing"])
    #expect(
      mistakes("retention", #"{"id": 1, "now": "soon", "records": []}"#).first?
        .hasPrefix("'now' must be a moment") == true)
  }
}
