import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import TestSupport
import Testing
import Vocabulary

@Suite("Drivers · limits on sharing")
struct SharingLimitTests {
  private func attempt(
    _ profile: Profile, from entry: FlowPolicy.EntryPoint, after tally: inout DailyTally
  ) throws -> SharingAttempt {
    var chance = SeededChance(seed: 7)
    return try profile.sharingModel(smooth).attempt(
      from: entry, by: .member, at: noon(0), tally: &tally, using: &chance)
  }

  @Test(arguments: [LimitPolicy.Counted.created, .sent])
  func `P-LIM-01 · the 50th invite of a day goes, the 51st is refused`(
    _ kind: LimitPolicy.Counted
  ) throws {
    let profile = Profile.product.with { $0.limits.dailyCounts = kind }
    var tally = DailyTally()
    for minute in 1...49 {
      profile.limits.record(kind, in: &tally, at: noon(0) - .minutes(Int64(minute)))
    }
    let last = try attempt(profile, from: .contextual, after: &tally)
    #expect(last.ending == .completed && last.refusal == nil)
    let refused = try attempt(profile, from: .contextual, after: &tally)
    #expect(refused.ending == .refused && refused.rule == "P-LIM-01" && !refused.wasSent)
    // Under a limit on what is sent the link is made in vain.
    #expect(refused.linksCreated == (kind == .created ? 0 : 1))
    #expect(!refused.steps.contains(.sheetOpened))
  }

  @Test(arguments: [
    ("2026-03-28T23:30:00+01:00", "2026-03-29T00:30:00+01:00", "2026-03-29T23:30:00+02:00"),
    ("2026-10-24T23:30:00+02:00", "2026-10-25T00:30:00+02:00", "2026-10-25T23:30:00+01:00"),
  ])
  func `P-LIM-03 · a day ends at midnight of the market's zone, also where the clock is set`(
    evening: String, night: String, late: String
  ) throws {
    let profile = Profile.product.with { $0.limits.dailyInvites = 1 }
    for (zone, endings) in [
      (CivilZone.berlin, [SharingAttempt.Ending.completed, .completed, .refused]),
      (.utc, [.completed, .refused, .completed]),
    ] {
      let model = try profile.sharingModel(smooth, zone: zone)
      var tally = DailyTally()
      var chance = SeededChance(seed: 7)
      let found = [evening, night, late].map {
        model.attempt(
          from: .contextual, by: .member, at: moment($0), tally: &tally, using: &chance
        ).ending
      }
      #expect(found == endings, "\(zone.name)")
    }
  }

  @Test func `the link from before counts toward no limit on created invites`() throws {
    let profile = Profile.rin.with {
      $0.limits.dailyInvites = 1
      $0.limits.dailyCounts = .created
    }
    var tally = DailyTally()
    profile.limits.record(.created, in: &tally, at: noon(0))
    #expect(try attempt(profile, from: .profile, after: &tally).rule == "P-LIM-01")
    var sharer = Sharer.member
    sharer.held = HeldLink(
      code: try InviteCode(parsing: "abcdefgh"), isOfThisFlow: false, isSent: true)
    var chance = SeededChance(seed: 7)
    let again = try profile.sharingModel(smooth).attempt(
      from: .profile, by: sharer, at: noon(0), tally: &tally, using: &chance)
    #expect(again.ending == .completed)
  }

  @Test func `D-SEL-02 · no batch holds more than 20, and the refusal names its rule`() throws {
    let many = smooth.with {
      $0.recipients = 1_000
      $0.heedsWarning = 0
      $0.limitedGrant = 0
    }
    let attempts = try Profile.design.sharingModel(many).attempts(100, from: .profile)
    let full = attempts.filter { $0.refusal == .batchFull(most: 20) }
    #expect(full.count > 50)
    #expect(full.allSatisfy { $0.selected == 20 && $0.recipients == 20 && $0.rule == "D-SEL-02" })
    #expect(attempts.allSatisfy { $0.selected <= 20 && $0.ending == .completed })
  }

  @Test func `D-SEL-03 · who heeds the warning stops at the tenth contact`() throws {
    let many = smooth.with {
      $0.recipients = 1_000
      $0.heedsWarning = 1
      $0.limitedGrant = 0
    }
    for attempt in try Profile.design.sharingModel(many).attempts(100, from: .profile) {
      #expect(attempt.selected <= 10 && attempt.refusal == nil)
      #expect(attempt.steps.contains(.warned) == (attempt.selected == 10))
    }
  }

  @Test func `nobody picks more contacts than the app may see`() throws {
    let many = smooth.with {
      $0.recipients = 1_000
      $0.limitedGrant = 1
      $0.limitedContacts = 4
    }
    for attempt in try Profile.design.sharingModel(many).attempts(50, from: .profile) {
      #expect(attempt.access == .limited && attempt.selected <= 4)
    }
  }

  @Test func `the mean number of recipients is the one that is set`() throws {
    let model = try Profile.product.sharingModel(smooth.with { $0.channels.airdrop = 0 })
    let attempts = model.attempts(4_000, from: .contextual)
    let mean = attempts.reduce(0.0) { $0 + Double($1.recipients) } / 4_000
    // A geometric number of mean 3/2 has a variance of 3/4: within four standard errors.
    #expect(abs(mean - 1.5) < 4 * (0.75 / 4_000).squareRoot())
  }
}
