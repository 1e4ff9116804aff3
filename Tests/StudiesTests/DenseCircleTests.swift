import GrowthloopStudies
import Foundation
import GrowthloopModel
import Prompts
import GrowthloopPlans
import Testing
import Vocabulary

/// Writes down every tap and every launch, and decides the credit of each by itself.
private final class CreditOracle: GrowthObserver {
  struct Tap {
    let at: Instant
    let sender: UInt32
  }

  private var taps: [UInt32: [Tap]] = [:]
  private let window: Interval
  private let isFirstTouch: Bool
  private(set) var launches = 0
  private(set) var conflicts = 0
  private(set) var mistakes: [String] = []

  init(window: Interval, isFirstTouch: Bool) {
    self.window = window
    self.isFirstTouch = isFirstTouch
  }

  func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    guard case .tapped(let sender, _) = event else { return }
    taps[person, default: []].append(Tap(at: moment, sender: sender))
  }

  func observe(_ event: ServiceEvent, at moment: Instant) {
    guard case .launched(let launch) = event else { return }
    launches += 1
    // The window ends with the first launch (ATT-19).
    let competing = taps[launch.person, default: []].filter { moment - $0.at <= window }
    let winner = isFirstTouch ? competing.first : competing.last
    let isConflict = Set(competing.map(\.sender)).count > 1
    if isConflict { conflicts += 1 }
    if winner?.sender != launch.credit.credited || isConflict != launch.credit.isConflict {
      mistakes.append("\(launch.person) at \(moment)")
    }
  }
}

@Suite("Dense circles · where several invite, the rules decide as by hand")
struct DenseCircleTests {
  /// The scenario with a quarter of its people.
  private func plan(_ name: String) throws -> GrowthPlan {
    let file = PublishedTests.folder.deletingLastPathComponent().appending(path: name)
    var plan = try ScenarioReader(GrowthScenario.self, loader: .disk(), metrics: Metric.names)
      .read(file: file.path(percentEncoded: false)).value.plan
    plan.behaviour.market.people /= 4
    plan.behaviour.arrivals.seeds /= 4
    // The oracle sees no clicks from before the start.
    plan.behaviour.arrivals.seedsAre = .cold
    return plan
  }

  @Test(arguments: [
    ("dense-circle.yaml", Interval.days(7), false),
    ("dense-circle-first-touch.yaml", .days(7), true),
    ("dense-circle-window-1d.yaml", .days(1), false),
    ("dense-circle-window-30d.yaml", .days(30), false),
  ])
  func `ATT-03 · the last click in the window wins, and conflicts are those of several`(
    name: String, window: Interval, isFirstTouch: Bool
  ) throws {
    let oracle = CreditOracle(window: window, isFirstTouch: isFirstTouch)
    var run = try GrowthRun(plan(name), seed: 1, observer: oracle)
    run.run()
    #expect(oracle.mistakes.isEmpty, "\(oracle.mistakes.prefix(3))")
    #expect(oracle.launches > 500)
    #expect(run.tally.credit.conflicts == oracle.conflicts)
    // More than one first launch in twenty; within a day, fewer.
    let share = Double(oracle.conflicts) / Double(oracle.launches)
    #expect(window == .days(1) ? share > 0.01 : share > 0.05, "\(share)")
  }
}
