@testable import GrowthloopModel
import Profiles
import Testing
import Vocabulary

@Suite("Settings · each moves what the model makes of it, and none is dead")
struct BehaviourSettingTests {
  @Test func `every setting is used by the model, or known not to be`() {
    let used = Set(Turn.all.map(\.name))
    let unused = Set(UnusedSetting.all.map(\.name))
    #expect(used.isDisjoint(with: unused))
    #expect(used.union(unused) == Set(Setting.all.map(\.name)))
    #expect(unused.count == UnusedSetting.all.count)
  }

  @Test(arguments: Turn.all)
  func `a setting that the model uses moves what it counts, under the same luck`(_ turn: Turn)
    throws
  {
    var plan = try LivelyTown.plan(turn.profile, turn.given)
    plan.behaviour.devices.areIdentified = !turn.byLooks
    if turn.isCrowded { plan.behaviour.use.crowdedHome = 0.5 }
    var turned = plan
    try turned.profile.apply(Profile.Override.list(turn.change))
    #expect(turned.profile != plan.profile, "it has that value already")
    #expect(turned.profile.contradictions().map { $0.described(in: turned.profile) } == [])
    let (usual, outcome) = (try LivelyTown.outcome(plan), try LivelyTown.outcome(turned))
    let isMoved = outcome.tally != usual.tally
    #expect(isMoved)
    // Whoever comes without an invite comes at the same moments.
    #expect(usual.organicMoment > 0)
    #expect(outcome.organicMoment == usual.organicMoment)
  }

  @Test(arguments: [Profile.rin, .product, .design])
  func `settings without a part in the model move nothing, however they are turned`(_ base: Profile)
    throws
  {
    let plan = try LivelyTown.plan(base)
    let usual = try LivelyTown.outcome(plan)
    for round in 0..<6 {
      // All at once; what moved, if anything did, is found one by one.
      let turns = UnusedSetting.all.compactMap { $0.turn(round, of: plan) }
      var turned = plan
      try turned.profile.apply(turns)
      guard try LivelyTown.outcome(turned) != usual else { continue }
      for turn in turns {
        var turned = plan
        try turned.profile.apply([turn])
        let isStill = try LivelyTown.outcome(turned) == usual
        #expect(isStill, "\(turn.name)=\(turn.value)")
      }
    }
  }

  @Test func `another zone moves the run and changes no number, unless it begins at another hour`()
    throws
  {
    let plan = try LivelyTown.plan(
      .product, "limits.dailyInvites=1; prompts.maxPerWeek=1; time.week=calendarWeek")
    var tokyo = plan
    tokyo.behaviour.market.zone = CivilZone(offset: .hours(9))
    tokyo.start = plan.start - .hours(9)
    let usual = try LivelyTown.outcome(plan).tally
    let isMoved = try LivelyTown.outcome(tokyo).tally == usual
    #expect(isMoved)
    tokyo.start = plan.start
    let isChanged = try LivelyTown.outcome(tokyo).tally != usual
    #expect(isChanged)
  }

  @Test func `only settings with one value cannot be turned`() throws {
    let plan = try LivelyTown.plan(.rin)
    let stuck = UnusedSetting.all.filter { $0.turn(0, of: plan) == nil }
    #expect(Set(stuck.map(\.why)).allSatisfy { $0.contains("one value") }, "\(stuck)")
  }
}

extension UnusedSetting {
  /// The setting with another value than it has in `plan`; further rounds try further ones.
  func turn(_ round: Int, of plan: GrowthPlan) -> Profile.Override? {
    guard let setting = Setting.named(name) else { return nil }
    let turns = setting.shape.samples.map {
      Profile.Override(name, $0, isDeliberate: true)
    }.filter { turn in
      var turned = plan.profile
      return (try? turned.apply([turn])) != nil
        && setting.value(in: turned) != setting.value(in: plan.profile)
    }
    return turns.isEmpty ? nil : turns[round % turns.count]
  }
}
