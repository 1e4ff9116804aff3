import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite("Drivers · when sharing fails")
struct SharingFailureTests {
  private func offline(_ id: ProfileID, _ change: (inout Sharing) -> Void = { _ in }) throws
    -> SharingModel
  {
    let behaviour = smooth.with {
      $0.offline = 1
      $0.offlineTime = .fixed(.minutes(5))
      change(&$0)
    }
    return try Profile(id).sharingModel(behaviour)
  }

  @Test func `EDG-01 · offline, rin shares the link from before and asks for no other`() throws {
    let model = try offline(.rin)
    let stranger = model.attempts(1, from: .profile)[0]
    #expect(stranger.ending == .offline && stranger.linkRequests == 0)

    var sharer = Sharer.member
    sharer.held = HeldLink(
      code: try InviteCode(parsing: "abcdefgh"), isOfThisFlow: false, isSent: true)
    let known = model.attempts(1, from: .profile, by: sharer)[0]
    #expect(known.ending == .completed && known.linkRequests == 0 && known.linksCreated == 0)
  }

  @Test(arguments: [(ProfileID.product, FlowPolicy.EntryPoint.contextual), (.design, .profile)])
  func `a queued creation is shared by those who come back, after the network did`(
    id: ProfileID, entry: FlowPolicy.EntryPoint
  ) throws {
    let keen = try offline(id) { $0.resume = 1 }.attempts(50, from: entry)
    for attempt in keen {
      #expect(attempt.ending == .completed && attempt.steps.contains(.queued))
      #expect(attempt.took > .minutes(5) && attempt.linksCreated == 1)
    }
    for attempt in try offline(id, { $0.resume = 0 }).attempts(50, from: entry) {
      #expect(attempt.ending == .queued && !attempt.wasSent && attempt.linksCreated == 1)
    }
  }

  @Test func `D-OFF-04 · a link that comes later than promised is late`() throws {
    let profile = Profile.design.with { $0.offline.drainWithin = .milliseconds(299) }
    let behaviour = smooth.with {
      $0.offline = 1
      $0.resume = 1
    }
    let late = try profile.sharingModel(behaviour).attempts(1, from: .profile)[0]
    #expect(late.steps.contains(.late))
    let inTime = try Profile.design.sharingModel(behaviour).attempts(1, from: .profile)[0]
    #expect(!inTime.steps.contains(.late))
  }

  @Test(arguments: [(ProfileID.rin, 1), (.product, 1), (.design, 3)])
  func `D-LNK-11 · a creation that fails is repeated as often as the profile says`(
    id: ProfileID, requests: Int
  ) throws {
    let profile = Profile(id)
    let behaviour = smooth.with {
      $0.linkFailure = 1
      $0.retry = 0
    }
    let model = try profile.sharingModel(behaviour)
    for attempt in model.attempts(20, from: profile.flow.entryPoints[0]) {
      #expect(attempt.ending == .linkFailed && attempt.steps.contains(.linkFailed))
      #expect(attempt.linkRequests == requests && attempt.linksCreated == 0)
    }
  }

  @Test func `D-LNK-10 · what is slower than the time-out is no link`() throws {
    let slow = smooth.with {
      $0.linkTime = .fixed(.seconds(3))
      $0.retry = 0
    }
    let design = try Profile.design.sharingModel(slow).attempts(1, from: .profile)[0]
    #expect(design.ending == .linkFailed && design.linkRequests == 3)
    let rin = try Profile.rin.sharingModel(slow).attempts(1, from: .profile)[0]
    #expect(rin.ending == .completed && rin.took >= .seconds(3))
  }

  @Test func `D-PER-05 · who denies contacts shares the link, and the denial shows`() throws {
    let denying = smooth.with {
      $0.grantWithExplainer = 0
      $0.skip = 0
      $0.allowLater = 0
    }
    for attempt in try Profile.design.sharingModel(denying).attempts(20, from: .profile) {
      #expect(attempt.access == .denied)
      #expect(attempt.steps.isSuperset(of: [.explained, .asked]))
      #expect(attempt.ending == .completed && attempt.selected == 0 && attempt.recipients >= 1)
    }
    for attempt in try Profile.design.sharingModel(denying.with { $0.skip = 1 })
      .attempts(20, from: .profile)
    {
      #expect(attempt.access == .notDetermined)
      #expect(attempt.steps.contains(.explained) && !attempt.steps.contains(.asked))
    }
  }

  @Test func `of those who allow contacts the stated share chooses some of them`() throws {
    let model = try Profile.design.sharingModel(
      smooth.with { ($0.grantWithExplainer, $0.limitedGrant, $0.allowLater) = (0.5, 0.4, 0) })
    let attempts = model.attempts(2_000, from: .profile)
    let granted = attempts.count { [.authorized, .limited].contains($0.access) }
    let limited = attempts.count { $0.access == .limited }
    for (count, total, share) in [(granted, 2_000, 0.5), (limited, granted, 0.4)] {
      let interval = try #require(Proportion(count, of: total).wilson(confidence: 0.999))
      #expect(interval.low <= share && share <= interval.high)
    }
  }

  @Test func `CIV-03 · a contact without phone and email cannot be invited`() throws {
    var sharer = Sharer.member
    sharer.contact.hasPhone = false
    let attempt = try Profile.rin.sharingModel(smooth)
      .attempts(1, from: .contactDetail, by: sharer)[0]
    #expect(attempt.ending == .notOffered && attempt.rule == "CIV-03")
  }

  @Test func `D-RSK-05 · a false completion sends nothing`() throws {
    let profile = Profile.rin.with { $0.share.falseCompletionRate = 1 }
    for attempt in try profile.sharingModel(smooth).attempts(20, from: .profile) {
      #expect(attempt.ending == .completed && !attempt.wasSent && attempt.recipients == 0)
    }
  }
}
