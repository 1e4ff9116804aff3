import Attribution
import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("RES-06 · what a first launch claims of its time", .timeLimit(.minutes(60)))
struct LaunchClaimTests {
  let engine = LinkEngine.engine(.rin)

  /// Reports a launch by Bob, whose app was installed an hour before.
  private func report(
    on phone: UInt32 = 1, launchedAt: Instant, sentAt: Instant? = nil, at now: Instant
  ) -> DeferredAnswer {
    engine.resolveDeferred(
      FirstLaunch(
        by: .bob, on: .phone(phone), installedAt: launchedAt - .hours(1), launchedAt: launchedAt,
        sentAt: sentAt), at: now)
  }

  private var arrival: Instant? { engine.store.referrals(of: .bob).first?.arrivedAt }

  @Test func `a launch in the future took place now, and costs others no click`() throws {
    let code = try #require(engine.issue(to: .ann))
    for phone: UInt32 in [1, 2] { engine.tap(code, on: phone, at: noon(0)) }
    let answer = report(launchedAt: noon(400), at: noon(3))
    #expect(answer.outcome == .credited)
    #expect(answer.daysSinceClick == 3)
    #expect(arrival == noon(3))
    #expect(engine.launch(by: .cy, on: 2, at: noon(3)).outcome == .credited)
  }

  @Test func `a launch that nothing was matched to costs others no click either`() throws {
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 2, at: noon(0))
    #expect(report(launchedAt: noon(400), at: noon(3)).outcome == .none)
    #expect(engine.launch(by: .cy, on: 2, at: noon(3)).outcome == .credited)
  }

  @Test func `a launch that is reported late is credited as of its own time`() throws {
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    let answer = report(launchedAt: noon(1), at: noon(5))
    #expect(answer.outcome == .credited)
    #expect(answer.daysSinceClick == 1)
    #expect(arrival == noon(1))
  }

  @Test func `ATT-19 · a tap after a launch that is reported late earns nothing`() throws {
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(2))
    #expect(report(launchedAt: noon(1), at: noon(5)).outcome == .none)
  }

  enum Since: CaseIterable {
    case nothing, anotherClick, sweep
  }

  @Test(arguments: Since.allCases)
  func `PRV-13 · a launch that claims to be old finds no click that is due, swept or not`(
    since: Since
  ) throws {
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    _ = engine.open(engine.resolve(code, at: noon(0)), by: .bob, isSignedIn: false, at: noon(0))
    let now = noon(7) + .milliseconds(1)
    switch since {
    case .nothing: break
    case .anotherClick: engine.tap(code, on: 3, at: now)
    case .sweep: _ = engine.sweep(at: now)
    }
    let answer = report(launchedAt: noon(5), at: now)
    #expect(answer.outcome == .none)
    #expect(answer.match == .noMatch(because: .noClick))
  }

  @Test(arguments: [Interval.days(-1), .minutes(-5), .zero, .minutes(5), .days(400)])
  func `a clock that is wrong is set right by when the report was sent`(error: Interval) throws {
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    let answer = report(
      launchedAt: noon(0) + .minutes(2) + error, sentAt: noon(1) + error, at: noon(1))
    #expect(answer.outcome == .credited)
    #expect(arrival == noon(0) + .minutes(2))
  }

  @Test func `a launch after its report took place now`() throws {
    let code = try #require(engine.issue(to: .ann))
    engine.tap(code, on: 1, at: noon(0))
    #expect(report(launchedAt: noon(9), sentAt: noon(2), at: noon(3)).outcome == .credited)
    #expect(arrival == noon(3))
  }

  @Test func `no launch is older than clicks are kept, and none before the installation`() {
    let claim = FirstLaunch(
      by: .bob, on: .phone(1), installedAt: noon(2), launchedAt: noon(1), sentAt: noon(4))
    let believed = claim.bounded(at: noon(6), since: noon(-1))
    #expect(believed.launchedAt == noon(3))
    #expect(believed.installedAt == noon(3))
    #expect(claim.bounded(at: noon(60), since: noon(58)).launchedAt == noon(58))
    #expect(claim.bounded(at: noon(60), since: noon(56)).launchedAt == noon(57))
    // What is believed is said by the clock of the service.
    #expect(believed.bounded(at: noon(6), since: noon(-1)) == believed)
  }
}
