import Attribution
import Foundation
import Invites
import Profiles
import GrowthloopTransport
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Backups · data and keys apart, and no deletion undone", .timeLimit(.minutes(60)))
struct BackupTests {
  let folder = StoreFolder()
  let shelf = StoreFolder()

  private var data: String { "\(shelf.path)/data" }
  private var keys: String { "\(shelf.path)/keys" }
  private var restored: String { "\(shelf.path)/restored" }

  private func open(_ path: String? = nil) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: path ?? folder.path, LinkEngine.terms(of: .rin), root: .test)
  }

  /// Makes people known, who have one invite each.
  private func fill(_ store: SQLiteLinkStore, _ people: ClosedRange<UInt64>) throws {
    let engine = LinkEngine.engine(.rin, over: store, seed: people.lowerBound)
    for person in people {
      engine.introduce(PrincipalID(rawValue: person), name: "Ann \(person)", avatar: nil)
      _ = engine.issue(to: PrincipalID(rawValue: person))
    }
    try engine.commit()
  }

  @discardableResult
  private func restore(ledger: String? = nil, days: Int64 = 1) throws -> StoreRestore.Report {
    try StoreRestore.restore(
      data, keys: keys, ledger: ledger, to: restored, root: .test, at: noon(days))
  }

  private func copyKeys() throws {
    _ = try StoreBackup.copyKeys(of: folder.path, to: keys, root: .test, at: noon(0))
  }

  @Test func `a copy that was made while the service worked has all that was committed before`()
    throws
  {
    let store = try open()
    try fill(store, 1...50)
    #expect(try StoreBackup.copyData(of: folder.path, to: data).rows == 150)
    try fill(store, 51...60)
    try copyKeys()
    let modes = try ["", "/store.sqlite", "/deletions"].map { try DiskFile.mode(of: data + $0) }
    #expect(modes == [0o700, 0o600, 0o600])
    #expect(try !FileManager.default.contentsOfDirectory(atPath: data).contains("keys"))
    #expect(
      try restore()
        == StoreRestore.Report(
          invites: 50, people: 50, deletions: 0, deletedAgain: 0, rowsLeftOut: 0))
    let again = try open(restored)
    #expect(again.person(PrincipalID(rawValue: 50))?.name == "Ann 50")
    // New people get unused keys.
    try fill(again, 100...110)
    try again.close()
    #expect(try open(restored).person(PrincipalID(rawValue: 110)) != nil)
    withExtendedLifetime(store) {}
  }

  @Test func `a user deleted after the copy stays deleted, by the latest ledger`() throws {
    let store = try open()
    try fill(store, 1...9)
    _ = try StoreBackup.copyData(of: folder.path, to: data)
    try copyKeys()
    let engine = LinkEngine.engine(.rin, over: store)
    _ = engine.erase(PrincipalID(rawValue: 4), at: noon(0))
    try engine.commit()
    let report = try restore(ledger: folder.files.ledger)
    // A pseudonym has the invite of the one who went.
    #expect((report.deletions, report.deletedAgain, report.rowsLeftOut) == (1, 1, 0))
    #expect((report.people, report.invites) == (9, 9))
    let again = try open(restored)
    #expect(again.person(PrincipalID(rawValue: 4)) == nil)
    #expect(again.isErased(PrincipalID(rawValue: 4)))
    #expect(again.person(PrincipalID(rawValue: 5)) != nil)
    // Their key is destroyed in the restored store: the copy of the data reveals nothing with it.
    let copy = StoreFolder()
    try copy.write(
      Array(FileManager.default.contents(atPath: "\(data)/store.sqlite") ?? Data()),
      to: "store.sqlite")
    try again.close()
    let burglar = try Burglar(withKeysOf: StoreFolder(at: restored))
    #expect(try !burglar.texts(in: copy).hold(Array("Ann 4".utf8)))
    #expect(try burglar.texts(in: copy).hold(Array("Ann 5".utf8)))
  }

  @Test func `keys that were copied more than thirty days ago are refused`() throws {
    try fill(open(), 1...2)
    _ = try StoreBackup.copyData(of: folder.path, to: data)
    try copyKeys()
    #expect(throws: StoreError.expired(path: keys, days: 31, most: 30)) { try restore(days: 31) }
    #expect(try restore(days: 30).people == 2)
  }

  @Test func `keys that are too old for the data are refused`() throws {
    let store = try open()
    try copyKeys()
    try fill(store, 1...2_000)
    _ = try StoreBackup.copyData(of: folder.path, to: data)
    #expect { try restore() } throws: { "\($0)".contains("it is older than the data") }
    #expect(!FileManager.default.fileExists(atPath: restored))
  }

  @Test func `a copy of keys is no file of keys, and nothing is written over`() throws {
    try fill(open(), 1...2)
    try copyKeys()
    #expect(throws: StoreError.exists(path: keys)) { try copyKeys() }
    try folder.write(Array(FileManager.default.contents(atPath: keys) ?? Data()), to: "keys")
    #expect { try open() } throws: { "\($0)".contains("it is a copy of keys") }
  }

  /// What stands in the way of a copy: a folder of another's, a link to one, a file.
  @Test(arguments: ["folder", "marked", "link", "file"])
  func `a copy and a restore empty no folder but one that a copy has left`(kind: String) throws {
    try fill(open(), 1...3)
    let manager = FileManager.default
    _ = try StoreBackup.copyData(of: folder.path, to: data)
    try copyKeys()
    let precious = StoreFolder()
    try precious.write([1, 2, 3], to: "store.sqlite")
    for target in ["\(shelf.path)/second", restored] {
      let place = "\(target).unfinished"
      switch kind {
      case "folder": try manager.copyItem(atPath: precious.path, toPath: place)
      case "marked":
        try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
        try manager.createSymbolicLink(
          atPath: "\(place)/growthloop-unfinished", withDestinationPath: "nothing")
      case "link":
        try manager.createSymbolicLink(atPath: place, withDestinationPath: precious.path)
      default: try Data([7]).write(to: URL(filePath: place))
      }
      #expect {
        if target == restored {
          try restore()
        } else {
          _ = try StoreBackup.copyData(of: folder.path, to: target)
        }
      } throws: { "\($0)".hasPrefix(place) }
      #expect(!manager.fileExists(atPath: target))
      if kind == "folder" {
        #expect(manager.contents(atPath: "\(place)/store.sqlite") == Data([1, 2, 3]))
      }
      #expect(try manager.attributesOfItem(atPath: place)[.type] != nil)
    }
    #expect(precious.bytes(of: "store.sqlite") == [1, 2, 3])
    #expect(try manager.contentsOfDirectory(atPath: precious.path) == ["store.sqlite"])
  }

  @Test func `what a copy has left that was killed is no obstacle, and one at work is`() throws {
    try fill(open(), 1...3)
    let left = "\(data).unfinished"
    do {
      let atWork = try StoreDraft(of: data)
      try Data([1]).write(to: URL(filePath: "\(left)/store.sqlite"))
      #expect(throws: StoreError.locked(path: "\(left)/growthloop-unfinished")) {
        try StoreBackup.copyData(of: folder.path, to: data)
      }
      #expect(atWork.files.path == left)
    }
    #expect(try StoreBackup.copyData(of: folder.path, to: data).rows == 9)
    let names = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
    #expect(names == ["deletions", "store.sqlite"])
    #expect(!FileManager.default.fileExists(atPath: left))
    try copyKeys()
    #expect(try restore().people == 3)
    let restoredNames = try FileManager.default.contentsOfDirectory(atPath: restored)
    #expect(!restoredNames.contains("growthloop-unfinished"))
  }

  @Test func `a check of a store that is whole finds nothing`() throws {
    let store = try open()
    try fill(store, 1...9)
    let engine = LinkEngine.engine(.rin, over: store)
    let code = try #require(engine.store.invites(of: PrincipalID(rawValue: 1)).first?.record.code)
    engine.tap(code, on: 1, at: noon(0))
    _ = engine.erase(PrincipalID(rawValue: 9), at: noon(0))
    try engine.commit()
    #expect(throws: StoreError.locked(path: folder.path)) {
      try StoreCheck.check(folder.path, root: .test)
    }
    try store.close()
    let report = try StoreCheck.check(folder.path, root: .test)
    #expect(report.damages.isEmpty && report.remarks.isEmpty)
    // The invite of the one who went is there under a pseudonym.
    #expect((report.invites, report.people) == (9, 9))
    #expect((report.clicks, report.deletions) == (1, 1))
  }

  @Test func `a check names everything that is damaged at once`() throws {
    let store = try open()
    try fill(store, 1...9)
    try store.close()
    let database = try Database(folder.database, for: .writing)
    try database.run("UPDATE rows SET box = zeroblob(60) WHERE kind = 1 AND first % 2 = 0")
    try database.run("UPDATE rows SET turn = 77 WHERE kind = 4")
    let report = try StoreCheck.check(folder.path, root: .test)
    let findings = ["a row of invites does not open", "a row of persons does not open"]
    let damages = findings.map { StoreError.corrupt(path: folder.database, finding: $0) }
    #expect(report.damages == damages)
    #expect(throws: StoreError.self) { try open() }
  }
}
