import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite(
  "Outbox of events · each line once, in order, from a place that is kept", .timeLimit(.minutes(60))
)
struct ExportOutboxTests {
  private let folder = StoreFolder()
  private let other = StoreFolder()
  private let log: ExportLog
  private let store: SQLiteLinkStore

  init() throws {
    log = try ExportLog("\(other.path)/events.jsonl")
    store = try SQLiteLinkStore(
      in: folder.path, LinkEngine.terms(of: .rin), root: .test, reportingTo: log)
  }

  private func commit(_ names: String...) throws {
    for name in names { store.report("{\"event\":\"\(name)\"}") }
    try store.commit()
  }

  private func text(_ batch: ExportOutbox.Batch?) -> String {
    String(decoding: batch?.text ?? [], as: UTF8.self)
  }

  private let first = "{\"id\":\"1.0\",\"event\":\"a\"}\n"
  private let second = "{\"id\":\"1.1\",\"event\":\"b\"}\n"
  private let third = "{\"id\":\"2.0\",\"event\":\"c\"}\n"

  @Test func `whole lines, as many as fit, and one at least`() throws {
    try commit("a", "b")
    try commit("c")
    let outbox = try ExportOutbox(log)
    #expect(text(try outbox.next(atMost: 1_000)) == first + second + third)
    #expect(text(try outbox.next(atMost: first.utf8.count * 2 + 5)) == first + second)
    let one = try #require(try outbox.next(atMost: 3))
    #expect(text(one) == first && one.lines == 1)
    #expect(text(try outbox.next(atMost: 3)) == first, "what is not kept comes again")
    try outbox.keep(one)
    #expect(text(try outbox.next(atMost: 1_000)) == second + third)
    #expect(outbox.waiting == (second + third).utf8.count)
  }

  @Test func `a turn that is not durable yet waits, and one that failed never comes`() throws {
    try commit("a", "b")
    let outbox = try ExportOutbox(log)
    let batch = try #require(try outbox.next(atMost: 1_000))
    try outbox.keep(batch)
    try log.append(["{\"event\":\"lost\"}"], of: 2)
    #expect(try outbox.next(atMost: 1_000) == nil)
    log.takeBack()
    try commit("c")
    #expect(text(try outbox.next(atMost: 1_000)) == third)
  }

  @Test func `the next start goes on after what was kept`() throws {
    try commit("a", "b")
    let outbox = try ExportOutbox(log)
    let batch = try #require(try outbox.next(atMost: first.utf8.count))
    try outbox.keep(batch)
    #expect(other.bytes(of: "events.jsonl.delivered") == Array("25 1.0\n".utf8))
    #expect(text(try ExportOutbox(log).next(atMost: 1_000)) == second)
  }

  @Test(arguments: ["", "x", "25", "25 1.1", "26 1.0", "0 1.0", "-1 1.0", "9999 1.0", "25 1.0 2"])
  func `a place that is none of the file is refused, and stays`(content: String) throws {
    try commit("a", "b")
    try other.write(Array(content.utf8), to: "events.jsonl.delivered")
    #expect {
      _ = try ExportOutbox(log)
    } throws: { error in
      guard case .corrupt(let path, let finding)? = error as? StoreError else { return false }
      return path.hasSuffix(".delivered") && finding.contains("delivered again")
    }
    #expect(other.bytes(of: "events.jsonl.delivered") == Array(content.utf8))
  }
}
