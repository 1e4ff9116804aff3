import Foundation
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopLoadGenerator
import GrowthloopReports
import GrowthloopTransport
import Invites
import Profiles
import RandomStreams
import Vocabulary

/// A folder with the links of a plan and the secrets of its service, for one service at a time.
struct SeededLinks {
  let folder: String
  let links: KnownLinks
  /// A token that the service accepts.
  let token: String

  /// Fills a new folder below `parent`, and removes it again after an error.
  init(of scenario: LoadScenario, below parent: String, until interrupt: Interrupt) throws {
    folder = Self.newFolder(below: parent)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let keys = ServiceKeys(try SecretFile(Self.secretFile(in: folder)).readOrGenerate())
      links = try LinkSeeding(scenario, until: interrupt).seed(
        Self.data(in: folder), hashing: keys.numbers)
      token = keys.tokens.text(
        of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(14)))
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  private init(_ folder: String, like other: SeededLinks) {
    self.folder = folder
    links = other.links
    token = other.token
  }

  /// Returns a copy in another folder beside it.
  func copy() throws -> SeededLinks {
    let parent = URL(filePath: folder).deletingLastPathComponent().path
    let other = SeededLinks(Self.newFolder(below: parent), like: self)
    try FileManager.default.copyItem(atPath: folder, toPath: other.folder)
    return other
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The data folder of the service; the root secret is beside it.
  var data: String { Self.data(in: folder) }

  private static func data(in folder: String) -> String { "\(folder)/data" }

  var secretFile: String { Self.secretFile(in: folder) }

  private static func secretFile(in folder: String) -> String { "\(folder)/secret" }

  private static func newFolder(below parent: String) -> String {
    URL(filePath: parent).appending(path: "growthloop-load-\(UUID())").path
  }
}

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

/// A link service that a plan starts for itself: a process of this tool over its own folder.
///
/// The folder is seeded before and removed afterwards.
final class OwnService {
  let target: LoadTarget
  let links: KnownLinks
  private let seeded: SeededLinks
  private let process = Process()
  /// A pipe that closes with this process, which ends the service.
  private let lifeline = Pipe()

  /// Seeds a store and starts the service of this build over it, on these processors.
  convenience init(
    for scenario: LoadScenario, in parent: String?, on processors: [Int], _ console: any Console,
    until interrupt: Interrupt
  ) throws {
    let root = parent ?? NSTemporaryDirectory()
    console.show(progress: "seeding \(scenario.links.count) links")
    let seeded: SeededLinks
    do {
      seeded = try SeededLinks(of: scenario, below: root, until: interrupt)
    } catch let error where error is UnfitInput || error is InterruptedEarly {
      throw error
    } catch {
      throw Self.failure(in: root, error)
    }
    try self.init(
      over: seeded, under: scenario.profile, on: processors, by: console.tool,
      exportsEvents: scenario.gatesInForce.contains(where: \.isOnExports))
    console.show(progress: "")
  }

  /// Returns the arguments of a service without rate limits, which ends with its parent.
  static func serve(port: UInt16, _ data: String, secret: String) -> [String] {
    [
      "serve", "--port", "\(port)", "--host", "127.0.0.1", "--data", data, "--secret-file", secret,
      "--allow-guessing", "--until-input-ends", "--rate-per-address", "none", "--rate-per-user",
      "none",
    ]
  }

  /// Starts the service of that tool over a folder, which is removed with the service.
  init(
    over seeded: SeededLinks, under profile: Profile, on processors: [Int], by tool: String,
    exportsEvents: Bool = false
  ) throws {
    self.seeded = seeded
    links = seeded.links
    do {
      let port = try Self.start(
        process, lifeline, tool,
        Self.serve(port: 0, seeded.data, secret: seeded.secretFile) + Self.words(for: profile)
          + (exportsEvents ? ["--events", "\(seeded.folder)/events.jsonl"] : []),
        on: processors)
      var target = LoadTarget(host: "127.0.0.1", port: port)
      target.bearerToken = seeded.token
      self.target = target
    } catch {
      seeded.remove()
      throw Self.failure(in: URL(filePath: seeded.folder).deletingLastPathComponent().path, error)
    }
  }

  private static func failure(in root: String, _ error: any Error) -> InputOutputError {
    InputOutputError(
      description: "the plan's own service cannot be started in '\(root)': "
        + FileErrorText.toBeginning(in: root, error))
  }

  /// Starts the tool, waits until it listens, and returns its port.
  static func start(
    _ process: Process, _ lifeline: Pipe, _ tool: String, _ words: [String],
    on processors: [Int]
  ) throws -> UInt16 {
    let complaints = Pipe()
    process.standardInput = lifeline
    process.executableURL = URL(filePath: tool)
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = complaints
    // A process inherits the processors of the thread that starts it.
    let own = try ThisThread.processors()
    try ThisThread.bind(to: processors)
    defer { try? ThisThread.bind(to: own) }
    try process.run()
    var said = ""
    while !said.contains("\n") {
      let part = complaints.fileHandleForReading.availableData
      guard !part.isEmpty else { throw NotListening(said: said) }
      said += String(decoding: part, as: UTF8.self)
    }
    // Notes on settings may follow in the same piece.
    let first = said.prefix { $0 != "\n" }
    guard let colon = first.lastIndex(of: ":"),
      let port = UInt16(first[colon...].dropFirst())
    else { throw NotListening(said: said) }
    return port
  }

  private struct NotListening: Error, CustomStringConvertible {
    let said: String
    var description: String {
      "it printed '\(said.trimmingCharacters(in: .whitespacesAndNewlines))'"
    }
  }

  /// Returns the profile and all differences from it as options.
  static func words(for profile: Profile) -> [String] {
    let usual = Profile(profile.id)
    return ["--profile", profile.id.rawValue]
      + Setting.all.filter { $0.value(in: profile) != $0.value(in: usual) }.flatMap { setting in
        [
          profile.deliberate.contains(setting.name) ? "--deliberately" : "--set",
          "\(setting.name)=\(setting.value(in: profile))",
        ]
      }
  }

  /// Ends the service and removes its folder.
  func stop() {
    process.terminate()
    process.waitUntilExit()
    seeded.remove()
  }
}

/// The address books that people of a plan upload, and the numbers of those people.
///
/// All numbers begin with +999, which is the code of no country.
struct SeededBooks {
  /// The numbers of a book.
  static let size = 100
  /// One number in so many is a user's.
  static let userEvery = 10
  /// The most different books.
  private static let most = 1_000

  private enum Purpose: UInt32 {
    case books = 0x626F_6F6B
  }

  /// Returns the number of the person with that place among those of a plan.
  static func number(ofPerson place: Int) -> E164Number { number(999_000_000_000 + place) }

  /// Returns the books for so many people, as a mix takes them, a function of the seed.
  static func books(for people: Int, seed: UInt64) -> [String] {
    let stream = RandomSource(seed: seed).stream(for: Purpose.books)
    return (0..<min(people, most)).map { book in
      var draw = stream[UInt64(book)]
      return (0..<size).map { entry in
        let number =
          entry % userEvery == 0
          ? number(ofPerson: Int(draw.uniform(below: UInt64(people))))
          // No one has these.
          : number(999_500_000_000 + Int(draw.uniform(below: 400_000_000)))
        return "\"\(number.text)\""
      }.joined(separator: ",")
    }
  }

  private static func number(_ digits: Int) -> E164Number {
    guard let number = E164Number("+\(digits)") else {
      preconditionFailure("twelve digits behind a plus sign are a number")
    }
    return number
  }
}
