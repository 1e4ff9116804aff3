import RandomStreams
import SimulationKernel

/// Families whose members each live for a random time and then leave a random number of children
/// (Bellman and Harris, 1952).
///
/// Time is in milliseconds. A family that has grown so large that it will hardly die out is left
/// alone from then on.
struct Branching<Offspring: Distribution<Int>, Life: Distribution<Double>>: Model {
  private enum Chance: UInt32 {
    case offspring, life, age
  }

  static var day: Int64 { 86_400_000 }

  private let offspring: Offspring
  /// How many days a member lives.
  private let life: Life
  private let offsprings: RandomStream
  private let lives: RandomStream
  private let ages: RandomStream
  /// The number of living members at which a family counts as established.
  private let established: Int

  /// How many are alive in each family.
  private(set) var living: [Int]
  /// How many there have been in each family.
  private(set) var total: [Int]
  /// How many were born on each day.
  private(set) var births: [Int] = []
  /// Whether time has never run back.
  private(set) var isInOrder = true
  private var latest: Int64 = 0

  init(
    families: Int, offspring: Offspring, life: Life, established: Int = .max, chance: RandomSource
  ) {
    self.offspring = offspring
    self.life = life
    self.established = established
    offsprings = chance.stream(for: Chance.offspring)
    lives = chance.stream(for: Chance.life)
    ages = chance.stream(for: Chance.age)
    living = [Int](repeating: 1, count: families)
    total = living
  }

  /// Founds each family with one member, whose life ends at any time of the first `days`.
  func found(within days: Double, scheduling calendar: inout EventCalendar<Int64, Member>) {
    for family in living.indices {
      let founder = Member(family: UInt32(family), number: 0)
      let end = days * ages.uniform(founder.entity)
      calendar.schedule(founder, at: Self.milliseconds(end))
    }
  }

  mutating func handle(
    _ parent: Member, at now: Int64, scheduling calendar: inout EventCalendar<Int64, Member>
  ) {
    if now < latest { isInOrder = false }
    latest = now
    let family = Int(parent.family)
    guard living[family] < established else { return }
    let children = offsprings.sample(offspring, parent.entity)
    for number in total[family]..<total[family] + children {
      let child = Member(family: parent.family, number: UInt32(number))
      let days = lives.sample(life, child.entity)
      calendar.schedule(child, at: now + Self.milliseconds(days))
    }
    living[family] += children - 1
    total[family] += children
    let today = Int(now / Self.day)
    while births.count <= today { births.append(0) }
    births[today] += children
  }

  private static func milliseconds(_ days: Double) -> Int64 {
    Int64((days * Double(day)).rounded())
  }
}

/// A member of a family, whose life ends.
struct Member: SimulationEvent {
  let family: UInt32
  /// How many of the family were born before.
  let number: UInt32

  /// Whom the member's chance belongs to.
  var entity: UInt64 { UInt64(family) << 32 | UInt64(number) }

  var fingerprint: UInt64 { entity }
}
