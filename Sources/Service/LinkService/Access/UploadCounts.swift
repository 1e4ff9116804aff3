internal import Invites
internal import Vocabulary

/// The numbers that each user uploaded in the last day, in memory alone, and the sums of all.
///
/// Days are those of UTC: they slow down a search, and belong to no user's calendar.
struct UploadCounts {
  private let policy: UploadPolicy
  private let calendar: CalendarPolicy
  private var tallies: [PrincipalID: UploadTally] = [:]
  /// The number of tallies at which those of days that are over are removed.
  private var mostTallies = Self.fewestKept
  private static let fewestKept = 1_024

  /// The answered uploads, their numbers, and those of them that were users' numbers.
  private(set) var uploads = 0
  private(set) var numbers = 0
  private(set) var matches = 0

  init(_ policy: UploadPolicy, _ calendar: CalendarPolicy) {
    self.policy = policy
    self.calendar = calendar
  }

  /// Decides whether an upload of so many numbers is answered, and counts it if it is.
  mutating func admit(
    _ count: Int, from user: PrincipalID, at now: Instant
  ) -> UploadDecision {
    var tally = tallies[user] ?? UploadTally()
    let decision = policy.decide(count, after: tally, at: now, calendar: calendar, zone: .utc)
    if decision == .answered {
      tally.add(count, at: now, calendar: calendar, zone: .utc)
      makeRoom(at: now)
      tallies[user] = tally
      uploads += 1
      numbers += count
    }
    return decision
  }

  mutating func count(matches count: Int) { matches += count }

  /// Removes the tallies of days that are over, whenever their number has doubled.
  private mutating func makeRoom(at now: Instant) {
    guard tallies.count >= mostTallies else { return }
    tallies = tallies.filter { $0.value.count(at: now, calendar: calendar, zone: .utc) != nil }
    mostTallies = max(Self.fewestKept, 2 * tallies.count)
  }
}
