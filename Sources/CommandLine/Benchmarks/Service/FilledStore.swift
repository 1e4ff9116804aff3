import Invites
import LinkService
import LinkStore
import Profiles
import RandomStreams
import Vocabulary

/// A folder with many codes in it, for a service to start from.
enum FilledStore {
  /// Writes that many codes, each of another user, and returns some of them from all over.
  static func fill(_ folder: String, codes: Int, keeping kept: Int) throws -> [InviteCode] {
    let store = try SQLiteLinkStore(in: folder, LinkDesk.terms(of: .rin))
    var chance = RandomSource(seed: 11).stream(for: 1)[0]
    let now = ServiceClock.real.now()
    var sample: [InviteCode] = []
    for (number, code) in try distinctCodes(codes, using: &chance).enumerated() {
      let record = InviteRecord(
        id: InviteID(spelling: code), sender: PrincipalID(rawValue: UInt64(number + 1)), code: code,
        context: .generic, createdAt: now, under: Profile.rin.link)
      store.write(.invite(StoredInvite(record)))
      if number % 10_000 == 9_999 { try store.commit() }
      if number % max(1, codes / kept) == 0 { sample.append(code) }
    }
    try store.commit()
    try store.close()
    return sample
  }
  /// So many codes, in the order in which the database keeps them: out of it each would change another
  /// page, and ten million take hours.
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
