import Foundation
import Invites
import GrowthloopLinkService
import GrowthloopLinkStore
import Profiles
import RandomStreams
import Vocabulary

/// A folder with many codes, from which a service can start.
struct FilledStore {
  /// The data folder of the service.
  let data: String
  /// A sample of the codes over the whole range.
  let sample: [String]

  /// The number of codes in the sample.
  private static let kept = 10_000

  /// Writes `codes` codes, each of another user, into a new folder.
  init(in folder: String, codes: Int) throws {
    data = "\(folder)/data"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try SQLiteLinkStore(
      in: data, LinkEngine.terms(of: .rin), root: try RootSecretFile.read(forStoreIn: data))
    var chance = RandomSource(seed: 11).stream(for: 1)[0]
    let now = ServiceClock.real.now()
    var sample: [String] = []
    for (number, code) in try Self.distinctCodes(codes, using: &chance).enumerated() {
      let record = InviteRecord(
        id: InviteID(spelling: code), sender: PrincipalID(rawValue: UInt64(number + 1)), code: code,
        context: .generic, createdAt: now, under: Profile.rin.link)
      store.write(.invite(StoredInvite(record)))
      if number % 10_000 == 9_999 { try store.commit() }
      if number % max(1, codes / Self.kept) == 0 { sample.append(code.description) }
    }
    try store.commit()
    try store.close()
    self.sample = sample
    // Written last, so that it exists only beside a complete store.
    try sample.joined(separator: "\n").write(
      toFile: Self.list(in: folder), atomically: true, encoding: .utf8)
  }

  /// Copies the store of `codes` codes in `folder`, after making it if it is missing.
  init(copying folder: String, codes: Int, to copy: String) throws {
    let folder = "\(folder)/\(codes)-codes"
    let list = Self.list(in: folder)
    let original =
      FileManager.default.fileExists(atPath: list)
      ? FilledStore(
        data: "\(folder)/data",
        sample: try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
          .map(String.init))
      : try FilledStore(in: folder, codes: codes)
    data = "\(copy)/data"
    sample = original.sample
    try FileManager.default.copyItem(atPath: original.data, toPath: data)
    try FileManager.default.copyItem(
      atPath: RootSecretFile.path(beside: original.data), toPath: RootSecretFile.path(beside: data))
  }

  private init(data: String, sample: [String]) {
    self.data = data
    self.sample = sample
  }

  private static func list(in folder: String) -> String { "\(folder)/sample" }

  /// Returns `count` codes in the database's order.
  ///
  /// In another order each insertion would change another page, and ten million take hours.
  private static func distinctCodes(
    _ count: Int, using chance: inout some RandomNumberGenerator
  ) throws -> [InviteCode] {
    var codes: Set<InviteCode> = []
    codes.reserveCapacity(count)
    while codes.count < count {
      codes.insert(try InviteCode.mint(using: &chance) { codes.contains($0) })
    }
    return codes.sorted()
  }
}
