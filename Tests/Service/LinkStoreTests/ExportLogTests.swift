import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Events · none is lost, and none is of a turn that never was", .timeLimit(.minutes(60)))
struct ExportLogTests {
  private let folder = StoreFolder()
  private let other = StoreFolder()
  private var path: String { "\(other.path)/events.jsonl" }
  private var lines: [String] {
    String(decoding: other.bytes(of: "events.jsonl"), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  private func open(
    sync: @escaping Journal.Sync = { (file) throws(StoreError) in try file.sync() }
  ) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(
      in: folder.path, LinkEngine.terms(of: .rin), root: .test, reportingTo: ExportLog(path),
      sync: sync)
  }

  /// Commits a turn of two events and a person, and leaves the store as a crash does.
  private func live(_ names: [String], in store: SQLiteLinkStore) throws {
    for name in names {
      store.write(.person(Person(.ann, name: name)))
      store.report("{\"event\":\"\(name)\"}")
      store.report("{\"event\":\"\(name) again\"}")
      try store.commit()
    }
  }

  @Test func `D-DEP-07 · each line has the number of its turn, and outlives a crash`() throws {
    try live(["a", "b"], in: try open())
    try live(["c"], in: try open())
    #expect(
      lines == [
        "{\"id\":\"1.0\",\"event\":\"a\"}", "{\"id\":\"1.1\",\"event\":\"a again\"}",
        "{\"id\":\"2.0\",\"event\":\"b\"}", "{\"id\":\"2.1\",\"event\":\"b again\"}",
        "{\"id\":\"3.0\",\"event\":\"c\"}", "{\"id\":\"3.1\",\"event\":\"c again\"}",
      ])
  }

  @Test func `a turn of nothing but events is a turn, and one without a report leaves no line`()
    throws
  {
    let store = try open()
    store.report("{\"event\":\"a\"}")
    try store.commit()
    store.write(.person(Person(.ann)))
    try store.commit()
    store.report("{\"event\":\"b\"}")
    try store.commit()
    #expect(lines == ["{\"id\":\"1.0\",\"event\":\"a\"}", "{\"id\":\"3.0\",\"event\":\"b\"}"])
  }

  @Test func `what a crash left of a turn that never became durable is removed`() throws {
    try live(["a"], in: try open())
    let whole = other.bytes(of: "events.jsonl")
    for rest in [
      "{\"id\":\"2.0\",\"event\":\"b\"}\n{\"id\":\"2.1\",\"event\":\"b again\"}\n",
      "{\"id\":\"2.0\",\"event\":\"b\"}\n{\"id\":\"2.1\",\"ev", "{\"i",
    ] {
      try other.write(whole + Array(rest.utf8), to: "events.jsonl")
      try open().close()
      #expect(other.bytes(of: "events.jsonl") == whole)
    }
    try live(["b"], in: try open())
    #expect(lines.count == 4 && lines[2] == "{\"id\":\"2.0\",\"event\":\"b\"}")
  }

  @Test(arguments: [
    "hello\n", "hello", "{\"a\": 1}", "{\"id\":\"7.0\",\"event\":\"x\"}\n", "{\"id\":\"x\"}\n",
  ])
  func `a file of something else, or of another store, is refused and stays`(text: String) throws {
    try live(["a"], in: try open())
    let foreign = Array(text.utf8)
    try other.write(foreign, to: "events.jsonl")
    #expect {
      _ = try open()
    } throws: { error in
      guard case .corrupt(path, let finding)? = error as? StoreError else { return false }
      return finding.hasSuffix("name another file")
    }
    #expect(other.bytes(of: "events.jsonl") == foreign)
  }

  @Test func `a commit that fails takes back its lines`() throws {
    let disk = ScriptedDisk()
    let store = try open { [disk] (file) throws(StoreError) in try disk.sync(file) }
    disk.endSync()
    try live(["a"], in: store)
    store.write(.person(Person(.bob)))
    store.report("{\"event\":\"b\"}")
    store.beginCommit {}
    try disk.waitForSync()
    store.report("{\"event\":\"c\"}")
    disk.failSync()
    #expect(throws: ScriptedDisk.failure) { try store.endCommit() }
    #expect(lines.count == 2)
    disk.failSync()
    #expect(throws: ScriptedDisk.failure) { try store.commit() }
    #expect(lines.count == 2)
    // The next turn gets the number of the one that failed, and not its lines.
    store.write(.person(Person(.cy)))
    disk.endSync()
    try store.commit()
    #expect(lines.count == 2)
  }

  @Test func `the lines are in the file before the journal's sync`() throws {
    let disk = ScriptedDisk()
    let store = try open { [disk] (file) throws(StoreError) in try disk.sync(file) }
    store.report("{\"event\":\"a\"}")
    store.beginCommit {}
    try disk.waitForSync()
    #expect(lines == ["{\"id\":\"1.0\",\"event\":\"a\"}"])
    disk.endSync()
    try store.endCommit()
  }

  @Test func `two stores do not share a file`() throws {
    let first = try ExportLog(path)
    #expect(throws: StoreError.locked(path: path)) { _ = try ExportLog(path) }
    withExtendedLifetime(first) {}
  }
}
