import Invites
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopLoadGenerator
import Profiles
import RandomStreams
import GrowthloopReports
import Vocabulary

/// Fills a store with a plan's links: active, expired, and those of deleted accounts.
struct LinkSeeding {
  private let scenario: LoadScenario
  private let interrupt: Interrupt
  private var chance: Draw
  /// The number of links per commit.
  private static let batch = 1_000

  private enum Purpose: UInt32 {
    case codes = 0x6C69_6E6B
  }

  init(_ scenario: LoadScenario, until interrupt: Interrupt) {
    self.scenario = scenario
    self.interrupt = interrupt
    chance = RandomSource(seed: scenario.seed).stream(for: Purpose.codes)[0]
  }

  /// Creates the links in a store of that folder, and returns them.
  ///
  /// Where the plan uploads contacts, the people get numbers, under the hashes of the service.
  ///
  /// - Throws: `InterruptedEarly` after an interrupt.
  func seed(_ folder: String, hashing numbers: NumberHasher) throws -> KnownLinks {
    let store = try SQLiteLinkStore(
      in: folder, LinkEngine.terms(of: scenario.profile),
      root: try RootSecretFile.read(forStoreIn: folder))
    let links = try seed(into: store, hashing: numbers)
    try store.close()
    return links
  }

  /// Creates the links in a store, and returns them.
  func seed(
    into store: any LinkStore, hashing numbers: NumberHasher
  ) throws -> KnownLinks {
    // Codes represent their links, so any key is valid.
    let signer = HMACLinkSigner(signingWith: try SigningKey([UInt8](repeating: 1, count: 32)))
    let engine = LinkEngine(
      following: scenario.profile, over: store, signer: signer, chance: chance)
    var links = try fill(engine, at: ServiceClock.real.now())
    if scenario.uploadsContacts {
      try number(links.people, engine, numbers)
      links.books = SeededBooks.books(for: links.people.count, seed: scenario.seed)
    }
    return links
  }

  /// Gives each of the people a number.
  private func number(
    _ people: [String], _ engine: LinkEngine, _ numbers: NumberHasher
  ) throws {
    for (place, text) in people.enumerated() {
      guard let person = OpaqueID(text)?.principal else {
        preconditionFailure("the id of a person that was made here")
      }
      engine.set(numbers.hash(SeededBooks.number(ofPerson: place)), of: person)
      guard place % Self.batch == 0 else { continue }
      try engine.commit()
      try interrupt.check()
    }
    try engine.commit()
  }

  private func fill(_ engine: LinkEngine, at now: Instant) throws -> KnownLinks {
    let plan = scenario.links
    var counts = (expired: 0, deleted: plan.count(of: plan.deleted))
    var then = now
    if let life = scenario.profile.link.expiry {
      counts.expired = plan.count(of: plan.expired)
      then = now - life - .days(1)
    }
    let bad = counts.expired + counts.deleted
    let people = (1...UInt64(max(1, plan.count - bad) + bad)).map { PrincipalID(rawValue: $0) }
    let expired = try create(people.prefix(counts.expired), at: then, engine)
    let others = people.dropFirst(counts.expired)
    let leaving = others.prefix(counts.deleted)
    let deleted = try create(leaving, at: now, engine)
    let staying = others.dropFirst(counts.deleted)
    let known = try create(staying, at: now, engine)
    for person in leaving { _ = engine.erase(person, at: now) }
    try engine.commit()
    var links = KnownLinks(known: known, people: staying.map { OpaqueID($0).text })
    (links.expired, links.deleted) = (expired, deleted)
    links.unknown = try unknownCodes(plan.count(of: plan.unknown)) {
      engine.store.invite($0) != nil
    }
    return links
  }

  private func create(
    _ people: some Collection<PrincipalID>, at moment: Instant, _ engine: LinkEngine
  ) throws -> [String] {
    var codes: [String] = []
    for person in people {
      let request = CreateRequest(
        key: IdempotencyKey(rawValue: UInt128(person.rawValue)), sender: person, context: .generic,
        under: scenario.profile.flow)
      guard case .created(let link, _) = engine.create(request, zone: .utc, at: moment) else {
        throw UnfitInput(description: "no links can be created under the policies of the plan")
      }
      codes.append("\(link.record.code)")
      if codes.count % Self.batch == 0 {
        try engine.commit()
        try interrupt.check()
      }
    }
    try engine.commit()
    try interrupt.check()
    return codes
  }

  /// Returns codes without an owner.
  func unknownCodes(_ count: Int, isTaken: (InviteCode) -> Bool = { _ in false }) throws -> [String]
  {
    // A stream that is disjoint from the draws of the owned codes.
    var chance = RandomSource(seed: scenario.seed).stream(for: Purpose.codes)[1]
    return try (0..<count).map { _ in
      "\(try InviteCode.mint(using: &chance, isTaken: isTaken))"
    }
  }
}
