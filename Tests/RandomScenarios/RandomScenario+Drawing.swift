import Foundation
import Profiles
import GrowthloopPlans
import TestSupport

extension RandomScenario {
  /// Draws a valid scenario: any profile, and any number of parameters and settings changed.
  ///
  /// People go up to 5,000 and days up to 60; rates are bounded by what these leave of `events`, so
  /// that a run ends soon. A change that the reader refuses beside the others is left out.
  public init(drawnBy seed: UInt64, events: Double = 200_000) {
    var chance = SeededChance(seed: seed)
    let people = Self.spread(2, 5_000, &chance)
    let days = Int.random(in: 1...60, using: &chance)
    let budget = EventBudget(people: people, days: days, events: events)
    var changes = [
      Change("market.people=\(people)"), Change("days=\(days)"),
      Change("market.communitySize=\(Self.spread(1, people, &chance))"),
      Change("arrivals.seeds=\(min(people, Self.spread(1, people, &chance)))"),
    ]
    let profile = ["rin", "product", "design"].randomElement(using: &chance) ?? "rin"
    if profile != "rin" {
      changes.append(Change("profile=\(profile)"))
    }
    // Few changes leave a scenario that lives; many reach what no document has.
    let share = [0.05, 0.2, 0.6, 1.0].randomElement(using: &chance) ?? 0.2
    var more: [Change] = []
    for key in Self.keys.shuffled(using: &chance) {
      guard Double.random(in: 0..<1, using: &chance) < share,
        !changes.contains(where: { $0.key == key.name }),
        let value = key.draw(within: budget, &chance)
      else { continue }
      more.append(Change("\(key.name)=\(value)"))
    }
    let (all, scenario) = Self.adding(more, to: changes)
    guard let scenario = scenario ?? Self.read(all) else {
      preconditionFailure("the changes were read one by one: \(all)")
    }
    (self.changes, self.seed, self.scenario) = (all, seed, scenario)
  }

  /// Adds those of `more` that the reader takes; what a profile rules out is meant.
  ///
  /// Returns the scenario, too, if the last reading took everything.
  /// The reader tells all that it refuses at once, so that a few readings are enough.
  private static func adding(
    _ more: [Change], to changes: [Change]
  ) -> (changes: [Change], scenario: GrowthScenario?) {
    var more = more
    while !more.isEmpty {
      var blamed: Set<Substring> = []
      if let scenario = read(changes + more, blamed: &blamed) { return (changes + more, scenario) }
      guard more.contains(where: { blamed.contains($0.key) }) else { break }
      more = more.compactMap { change in
        guard blamed.contains(change.key) else { return change }
        return !change.isDeliberate && settings.contains(String(change.key))
          ? Change(change.text, isDeliberate: true) : nil
      }
    }
    // The reader blames what was there before: each half by itself.
    guard more.count > 1 else { return (changes, nil) }
    let half = more.count / 2
    return adding(Array(more[half...]), to: adding(Array(more[..<half]), to: changes).changes)
  }

  private static let settings = Set(Setting.all.map(\.name))

  /// Draws changes from all that each key may hold, however large, which are then only read.
  public static func extremes(drawnBy seed: UInt64) -> [Change] {
    var chance = SeededChance(seed: seed)
    return keys.shuffled(using: &chance).prefix(Int.random(in: 1...12, using: &chance))
      .compactMap { key in
        key.draw(within: nil, &chance).map { Change("\(key.name)=\($0)") }
      }
  }

  /// Draws a whole number, each order of magnitude alike, and the least and the most more often.
  static func spread(_ least: Int, _ most: Int, _ chance: inout SeededChance) -> Int {
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: return least
    case 1: return most
    default:
      let span = Double(most) - Double(least) + 1
      let step = pow(span, Double.random(in: 0..<1, using: &chance)) - 1
      return min(most, least + Int(min(step, 9e18)))
    }
  }
}
