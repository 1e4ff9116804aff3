import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopLinkStore
import Profiles
import GrowthloopReports
import TestSupport
import Testing
import Vocabulary

@testable import growthloop

@Suite("store · check, backup, restore, migrate", .timeLimit(.minutes(60)))
struct StoreCopyTests {
  private let root = TemporaryPlace()

  private var data: String { "\(root.path)/data" }

  /// A store in which three people are known; `gone` of them was deleted afterwards.
  private func fill(deleting gone: PrincipalID? = nil) throws {
    let store = try SQLiteLinkStore(
      in: data, LinkEngine.terms(of: .rin), root: try RootSecretFile.read(forStoreIn: data))
    let engine = LinkEngine(following: .rin, over: store)
    if let gone {
      _ = engine.erase(gone, at: noon(0))
    } else {
      for id: UInt64 in 1...3 {
        engine.introduce(PrincipalID(rawValue: id), name: "Ann \(id)", avatar: nil)
      }
    }
    try engine.commit()
    try store.close()
  }

  @Test func `a copy and its keys make a folder that is whole, without whoever was deleted since`()
    throws
  {
    try fill()
    let (copy, keys, again) = ("\(root.path)/copy", "\(root.path)/keys", "\(root.path)/again")
    let secret = RootSecretFile.path(beside: data)
    #expect(
      growthloop("store", "backup", copy, "--data", data).output
        == "3 rows, up to turn 1, are copied to '\(copy)', with 0 deletions; the keys are not\n")
    #expect(
      growthloop("store", "backup", keys, "--keys", "--data", data).output
        .hasSuffix("keys are copied to '\(keys)', which is good for 30 days: delete it then\n"))
    try fill(deleting: PrincipalID(rawValue: 2))
    let words = [
      "store", "restore", copy, "--keys", keys, "--ledger", "\(data)/deletions", "--data", again,
      "--root-secret", secret,
    ]
    #expect(
      run(words, []).output
        == "'\(again)' has 0 invites and 2 people; of 1 deletions 1 were repeated, and 0 rows left out\n"
    )
    let check = growthloop("store", "check", again, "--root-secret", secret)
    #expect(check.code == .success)
    #expect(check.output.hasPrefix("'\(again)' is whole\n0 invites, 2 people"))
    // Nothing is written over.
    let twice = run(words, [])
    #expect(twice.code == .inputOutput)
    #expect(twice.complaints.contains("\(again) is there already"))
  }

  @Test func `a check ends with 65 where something is damaged`() throws {
    try fill()
    let keys = "\(data)/keys"
    var bytes = try Data(contentsOf: URL(filePath: keys))
    bytes[100] ^= 1
    try bytes.write(to: URL(filePath: keys))
    let check = growthloop("store", "check", data, "--json")
    #expect(check.code == .badInput)
    let json = try JSONParser.parse(Array(check.output.utf8))
    #expect(json["isWhole"] == false)
    #expect(check.output.contains("place 1 is garbled"))
  }

  @Test(arguments: [
    (["backup"], "missing TO: name"), (["restore"], "missing FROM: name"),
    (["restore", "a"], "'--keys FILE' must name"),
    (["restore", "a", "--keys", "k"], "'--data DIR' must name"),
    (["restore", "a", "--keys", "k", "--data", "d"], "'--ledger FILE' must name the latest"),
    (
      ["restore", "a", "--keys", "k", "--data", "d", "--ledger", "l", "--without-ledger"],
      "'--ledger' and '--without-ledger' contradict"
    ), (["backup", "a", "--keys", "--with-keys", "k"], "'--with-keys' and '--keys' contradict"),
    (["check", "a", "b"], "unexpected argument 'b'"),
    (["migrate", "--dat", "x"], "unknown option '--dat'"),
  ])
  func `what cannot be followed ends with 64`(words: [String], said: String) {
    let outcome = run(["store"] + words, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(said), "\(outcome.complaints)")
  }

  @Test func `without its root secret nothing is opened, and none is made`() throws {
    try fill()
    let secret = RootSecretFile.path(beside: data)
    try FileManager.default.removeItem(atPath: secret)
    let check = growthloop("store", "check", data)
    #expect(check.code == .inputOutput)
    #expect(check.complaints.contains(secret))
    #expect(!FileManager.default.fileExists(atPath: secret))
  }

  @Test func `a sealed folder is not sealed again`() throws {
    try fill()
    let outcome = growthloop("store", "migrate", data)
    #expect(outcome.code == .success)
    #expect(outcome.output == "'\(data)' is sealed already\n")
  }
}

/// A folder for one test, gone when the test is.
private final class TemporaryPlace {
  let path = NSTemporaryDirectory() + "growthloop-store-" + UUID().uuidString

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
