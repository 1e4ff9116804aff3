import Attribution
public import GrowthloopPlans
public import GrowthloopModel
public import Vocabulary

/// Counts the invites of an observed run by their day, and what became of them.
///
/// An invite counts once in each stage: by its first tap, and by the launch that it is credited with.
public final class FunnelRecorder: GrowthObserver {
  /// The table so far.
  public private(set) var table: FunnelTable
  private let start: Instant

  /// An invite, with its day.
  private struct Invite {
    let day: Int
    var isTapped = false
  }

  /// A tap of a person who may launch the app later.
  private struct Tap {
    let invite: UInt64
    let at: Instant
  }

  private var invites: [UInt64: Invite] = [:]
  private var taps: [UInt32: [Tap]] = [:]
  /// The day of the invite that a newcomer's launch is credited to.
  private var newcomers: [UInt32: Int] = [:]

  /// Creates an observer that counts from the beginning of day `first`, from 0, for `days`.
  public init(_ plan: GrowthPlan, from first: Int = 0, days: Int) {
    table = FunnelTable(.cohorts, days: days, stages: FunnelStage.allCases)
    start = plan.start + .days(Int64(first))
  }

  private func day(of moment: Instant) -> Int? {
    moment < start ? nil : Int((moment - start).wholeDays)
  }

  private func key(_ sender: UInt32, _ number: UInt16) -> UInt64 {
    UInt64(sender) << 16 | UInt64(number)
  }

  public func observe(_ event: ServiceEvent, at moment: Instant) {
    guard let day = day(of: moment) else { return }
    switch event {
    case .shared: table.add(.shared, day)
    case .invited(let sender, let number, _):
      table.add(.sent, day)
      invites[key(sender, number)] = Invite(day: day)
    case .tapped(let tap): observe(tap, on: day, at: moment)
    case .launched(let launch): observe(launch, on: day)
    case .signedUp(let person): reach(.signedUp, person, day)
    case .completedOnboarding(let person):
      reach(.onboarded, person, day)
      newcomers[person] = nil
    case .gotLink, .launchedAgain, .sawValue, .accepted, .deletedAccount: break
    }
  }

  private func observe(_ tap: ServiceEvent.Tap, on day: Int, at moment: Instant) {
    if case .previewFetcher = tap.opener { return }
    let key = key(tap.sender, tap.invite)
    guard let invite = invites[key] else { return }
    if !invite.isTapped {
      table.add(.tapped, invite.day, day - invite.day)
      invites[key]?.isTapped = true
    }
    if case .browser = tap.opener {
      taps[tap.person, default: []].append(Tap(invite: key, at: moment))
    }
  }

  private func observe(_ launch: ServiceEvent.Launch, on day: Int) {
    let tapped = taps.removeValue(forKey: launch.person)
    guard let sender = launch.credit.credited, let click = launch.credit.decision.click,
      let tap = tapped?.last(where: { $0.at == click.at && $0.invite >> 16 == UInt64(sender) }),
      let invite = invites[tap.invite]
    else { return }
    table.add(.launched, invite.day, day - invite.day)
    newcomers[launch.person] = invite.day
  }

  private func reach(_ stage: FunnelStage, _ person: UInt32, _ day: Int) {
    guard let sent = newcomers[person] else { return }
    table.add(stage, sent, day - sent)
  }
}
