import Foundation
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

/// `Plain` is what release 0.9 left behind when it was killed: an inviter, who shared a link, an invitee,
/// who took it, and seven taps, of which the journal alone has the last.
@Suite("Migration · the store of an earlier release is sealed", .timeLimit(.minutes(60)))
struct MigrationTests {
  let folder = StoreFolder()
  private static let inviter = PrincipalID(rawValue: 41)
  private static let invitee = PrincipalID(rawValue: 42)

  init() throws {
    let plain = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Plain")
    for file in try FileManager.default.contentsOfDirectory(
      at: plain, includingPropertiesForKeys: nil)
    {
      try folder.write(Array(try Data(contentsOf: file)), to: file.lastPathComponent)
    }
  }

  private func open() throws -> SQLiteLinkStore {
    try SQLiteLinkStore(in: folder.path, .everything, root: .test)
  }

  @Test func `it is not served before`() {
    #expect(throws: StoreError.unsealed(path: folder.files.plain)) { try open() }
    #expect(StoreMigration.isNeeded(in: folder.path))
  }

  @Test func `everything is there afterwards, and nothing can be read in any file`() throws {
    #expect(try folder.holds(Array("Quillon".utf8)))
    let report = try StoreMigration.seal(folder.path, root: .test)
    #expect((report.invites, report.people, report.clicks) == (1, 2, 7))
    #expect(report.removed.contains(folder.files.plain))
    for word in ["Quillon", "Zebedee", "messages"] {
      #expect(try !folder.holds(Array(word.utf8)))
    }
    #expect(!StoreMigration.isNeeded(in: folder.path))
    let store = try open()
    #expect(store.person(Self.inviter)?.name == "Quillon Ashgrove")
    #expect(store.person(Self.invitee)?.name == "Zebedee Thornquist")
    let code = try InviteCode(parsing: "ToFXcaSD")
    #expect(store.invites(of: Self.inviter).map(\.record.code) == [code])
    #expect(store.invite(code)?.shares == 1)
    #expect(store.invite(code)?.record.invitee == Self.invitee)
    #expect(store.referrals(of: Self.invitee).first?.connectedAt != nil)
    #expect(store.clicks(on: [code]).count == 7)
    #expect(store.requests(of: Self.inviter).count == 2)
    #expect(store.openings(by: Self.invitee).count == 1)
    // No number is given twice: openings have some, too.
    #expect(store.nextSequence == 9)
    try store.close()
  }

  @Test func `what a crash cut off is done again`() throws {
    let before = try folder.copy()
    _ = try StoreMigration.seal(folder.path, root: .test)
    // The sealed files were there already, and the plain ones still.
    for name in ["links.sqlite", "links.sqlite-wal", "journal-0000000002"] {
      try folder.write(before.bytes(of: name), to: name)
    }
    #expect(throws: StoreError.unsealed(path: folder.files.plain)) { try open() }
    #expect(try StoreMigration.seal(folder.path, root: .test).invites == 1)
    #expect(try !folder.holds(Array("Quillon".utf8)))
    #expect(try open().person(Self.inviter) != nil)
  }

  @Test func `a folder that holds no such store is left alone`() throws {
    let empty = StoreFolder()
    #expect(throws: StoreError.self) { try StoreMigration.seal(empty.path, root: .test) }
    #expect(try DiskFile.names(in: empty.path).filter { $0.first != "." }.isEmpty)
  }
}
