import Invites
import Profiles
import Prompts
public import SimulationKernel
import Vocabulary

/// What a whole run comes to.
public struct GrowthResults: Sendable {
  public let tally: Tally
  public let tallyAtJudgement: Tally?
  public let cascades: CascadeSizes
  public let log: EventLog
  /// The screens of the inviters that were asked for.
  public let screens: [InviterScreen]
}

extension GrowthRun {
  /// Returns the results of a run in this process, with the screens of the `busiest` inviters and of
  /// these `persons`.
  public func results(busiest: Int, and persons: [Int]) -> GrowthResults {
    GrowthResults(
      tally: tally, tallyAtJudgement: tallyAtJudgement, cascades: cascades, log: log,
      screens: busiest == 0 && persons.isEmpty
        ? [] : inviterScreens(busiest: busiest, and: persons))
  }

  /// Returns the results of a run over several processes in the first of them; `nil` in the others.
  package func results(
    over link: any ShardLink, busiest: Int, and persons: [Int]
  ) throws -> GrowthResults? {
    let model = ModelView(shards[0])
    let counts = try link.gather(tally.words)
    let atJudgement = try tallyAtJudgement.map { try link.gather($0.words) }
    let logs = try link.gather(log.words)
    let invitees = try link.gather(model.credited.flatMap { [$0.person, $0.inviter] })
    let screens = try screens(over: link, busiest: busiest, and: persons)
    guard link.rank == 0 else { return nil }
    var log = EventLog()
    for words in logs { log.add(EventLog(events: words[0], sum: words[1])) }
    return GrowthResults(
      tally: try emptyTally.adding(counts),
      tallyAtJudgement: try atJudgement.map { try emptyTally.adding($0) },
      cascades: CascadeSizes(ofCredited: invitees.flatMap(\.self)), log: log, screens: screens)
  }

  /// A tally of nothing, of the same shape.
  private var emptyTally: Tally {
    Tally(days: days, promptsLeadTo: Origin.Way(prepared.profile.prompts.surface.entryPoint))
  }

  /// Returns the screens in the first process, of members wherever they are.
  private func screens(
    over link: any ShardLink, busiest count: Int, and persons: [Int]
  ) throws -> [InviterScreen] {
    guard count > 0 || !persons.isEmpty else { return [] }
    let model = ModelView(shards[0])
    let leading = try link.gather(model.busiest(count).flatMap(\.words))
      .flatMap(SharingMember.read).sorted { $0.precedes($1) }.prefix(count)
    let asked = try link.gather(persons.compactMap(model.sharing).flatMap(\.words))
      .flatMap(SharingMember.read)
    let inviters = Set(try link.spread(leading.map(\.person) + asked.map(\.person)))
    let credited = try link.gather(
      model.members(creditedTo: inviters).flatMap { inviter, members in
        members.flatMap { [inviter] + $0.words }
      })
    guard link.rank == 0 else { return [] }
    var invitees: [PersonNumber: [CreditedMember]] = [:]
    for words in credited {
      for start in stride(from: 0, to: words.count, by: CreditedMember.length + 1) {
        invitees[words[start], default: []].append(
          CreditedMember(words[(start + 1)...].prefix(CreditedMember.length).map(\.self)))
      }
    }
    return model.screens(of: Array(leading), and: persons, among: asked, invitees)
  }
}

extension Tally {
  /// The counts as numbers: how many, then each, then the rules among them.
  fileprivate var words: [UInt64] {
    var writer = CountWriter()
    var tally = self
    tally.lead(&writer)
    return [UInt64(writer.numbers.count)] + writer.numbers.map { UInt64(bitPattern: Int64($0)) }
      + writer.rules.map(\.packed)
  }

  /// Adds the counts of several processes.
  fileprivate func adding(_ all: [[UInt64]]) throws -> Tally {
    var sum = self
    for words in all {
      let end = 1 + Int(words[0])
      var adder = CountAdder(
        words[1..<end].map { Int(Int64(bitPattern: $0)) },
        of: words[end...].map { RuleID(packed: $0) })
      sum.lead(&adder)
      guard adder.isComplete else { throw TornCounts() }
    }
    return sum
  }

  /// The counts of another process are not those of this scenario.
  private struct TornCounts: Error {}
}

extension CascadeSizes {
  /// The cascades of credited members, each with the inviter, in any order.
  fileprivate init(ofCredited pairs: [UInt64]) {
    var inviters: [UInt64: UInt64] = [:]
    inviters.reserveCapacity(pairs.count / 2)
    for place in stride(from: 0, to: pairs.count, by: 2) {
      inviters[pairs[place]] = pairs[place + 1]
    }
    let original = inviters
    var sizes: [UInt64: Int] = [:]
    var deepRoots: Set<UInt64> = []
    var recruits: [UInt64: Int] = [:]
    for place in stride(from: 0, to: pairs.count, by: 2) {
      var root = pairs[place + 1]
      while let next = inviters[root] { root = next }
      sizes[root, default: 0] += 1
      recruits[pairs[place + 1], default: 0] += 1
      if original[pairs[place + 1]] != nil { deepRoots.insert(root) }
      // The next ones of the branch go to the root at once.
      inviters[pairs[place]] = root
    }
    trees = sizes.count
    members = pairs.count / 2
    largest = sizes.values.max() ?? 0
    deep = deepRoots.count
    for count in recruits.values { self.count(recruiterOf: count) }
  }
}
