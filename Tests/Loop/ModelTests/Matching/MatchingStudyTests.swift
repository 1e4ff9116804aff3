import Attribution
import GrowthloopModel
import RandomStreams
import Testing
import Vocabulary

@Suite("Matching · the study of rules in a town whose truth is known")
struct MatchingStudyTests {
  @Test func `clicks are kept for a week unless somebody says otherwise`() {
    #expect(MatchingStudy().retention == .days(7))
  }

  /// A town in which nobody's device resembles another's, and all tell the same in both places.
  static let plain: MatchingStudy = {
    var study = MatchingStudy()
    study.people = 6_000
    study.clicksPerDay = 200
    study.install = 0.5
    study.organicShare = 0.5
    study.settling = .days(8)
    study.measured = .days(4)
    study.retention = .days(9)
    study.devices.behindSharedAddress = 0
    study.devices.peoplePerHome = 1
    study.devices.networkSwitch = 0
    study.devices.languageMismatch = 0
    study.devices.otherBrowser = 0
    study.devices.hiddenScreen = 0
    return study
  }()
  static let source = RandomSource(seed: 2_026)

  @Test func `where all devices differ the exact rule is perfect, to the second of its window`() {
    var study = Self.plain
    for (delay, recall) in [(Interval.days(7), 1.0), (.days(7) + .seconds(1), 0)] {
      study.delay = .fixed(delay)
      for outcome in study.run([MatchingStudy.exact, .ownService], source: Self.source) {
        #expect(outcome.invited > 300)
        #expect(outcome.recall == recall)
        #expect(outcome.wrong == 0)
        #expect(outcome.organic > 300)
        #expect(outcome.stolen == 0)
      }
    }
  }

  @Test func `what is no longer kept is not found, whatever the window`() {
    var study = Self.plain
    study.retention = .days(3)
    for (delay, recall) in [(Interval.days(3), 1.0), (.days(3) + .seconds(1), 0)] {
      study.delay = .fixed(delay)
      #expect(study.run([.ownService], source: Self.source)[0].recall == recall)
    }
  }

  /// Everybody stands behind one of 100 addresses, and a rule takes the newest click of the address.
  ///
  /// With c clicks an hour the clicks of one address in w hours are Poisson with mean c·w/100. A
  /// stranger's launch takes one if there is any within the window; an invited one keeps its own
  /// if none came between click and launch.
  @Test func `an address alone takes strangers' clicks as often as theory says`() throws {
    var study = Self.plain
    study.devices.behindSharedAddress = 1
    study.devices.peoplePerAddress = 60
    study.devices.addressLease = .days(10_000)
    study.measured = .days(8)
    study.settling = .days(1)
    var rule = MatchRule(window: .hours(6))
    rule.required = .address
    rule.spendsClicks = false
    let perHour = study.clicksPerDay / 24 / 100
    for hours in [2, 8] as [Int64] {
      study.delay = .fixed(.hours(hours))
      var outcome = MatchingOutcome()
      for replication in 0..<3 as Range<UInt32> {
        let source = RandomSource(seed: 2_026, replication: replication)
        outcome = outcome + study.run([rule], source: source)[0]
      }
      let stolen = 1 - Double.exp(-perHour * 6)
      let isWithin = hours <= 6
      let kept = isWithin ? Double.exp(-perHour * Double(hours)) : 0
      let wrong = isWithin ? 1 - kept : stolen
      // Launches of one address within one window share their luck: at most twice the variance.
      func tolerance(_ share: Double, _ count: Int) -> Double {
        4 * (2 * share * (1 - share) / Double(count)).squareRoot()
      }
      #expect(abs(try #require(outcome.stolenShare) - stolen) < tolerance(stolen, outcome.organic))
      #expect(abs(try #require(outcome.recall) - kept) <= tolerance(kept, outcome.invited))
      #expect(abs(try #require(outcome.wrongShare) - wrong) < tolerance(wrong, outcome.invited))
    }
  }

  /// A tenth of the study's town, with a tenth of its clicks and of the newest thousand.
  static func town(_ delay: Delay) -> [String: MatchingOutcome] {
    var study = MatchingStudy()
    study.people = 20_000
    study.clicksPerDay = 500
    study.settling = .days(8)
    study.measured = .days(6)
    study.delay = delay
    let rules = MatchingStudy.bakeOff.prefix(8).map { candidate in
      var rule = candidate.rule
      if let newest = rule.newestOnly { rule.newestOnly = newest / 10 }
      return rule
    }
    return Dictionary(
      uniqueKeysWithValues: zip(
        MatchingStudy.bakeOff.map(\.name), study.run(rules, source: source)))
  }

  @Test func `RES-25 · on invites seven days of the exact rule find more than any other`() throws {
    let outcomes = Self.town(MatchingStudy.inviteLike)
    func shares(_ name: String) throws -> (recall: Double, wrong: Double, stolen: Double) {
      let outcome = try #require(outcomes[name])
      return try (
        #require(outcome.recall), #require(outcome.wrongShare), #require(outcome.stolenShare)
      )
    }
    let exact = try shares("exact, 7 d, last click")
    for name in outcomes.keys where !name.hasPrefix("exact") {
      #expect(try shares(name).recall < exact.recall - 0.05, "\(name)")
    }
    #expect(exact.recall > 0.6)
    #expect(exact.wrong < 0.02)
    let limited = try shares("LinkForty, 7 d, newest 1,000")
    #expect(limited.wrong > limited.recall)
    #expect(limited.stolen > 0.5)
    let abstaining = try shares("exact, 7 d, abstaining")
    #expect(abstaining.recall <= exact.recall)
    #expect(abstaining.wrong <= exact.wrong)
  }

  @Test func `a study repeats with its seed, and no rule depends on its neighbours`() {
    var study = Self.plain
    study.devices = Devices()
    let one = study.run([.ownService, .dub], source: Self.source)
    #expect(one == study.run([.ownService, .dub], source: Self.source))
    #expect(one[1] == study.run([.dub], source: Self.source)[0])
    let other = RandomSource(seed: 2_026, replication: 1)
    #expect(one != study.run([.ownService, .dub], source: other))
  }
}
