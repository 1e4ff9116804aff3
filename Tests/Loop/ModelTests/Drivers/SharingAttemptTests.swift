import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite("Drivers · an attempt to share")
struct SharingAttemptTests {
  @Test(arguments: ProfileID.allCases)
  func `where nothing goes wrong everything completes`(_ id: ProfileID) throws {
    let profile = Profile(id)
    let model = try profile.sharingModel(smooth)
    for entry in profile.flow.entryPoints {
      for attempt in model.attempts(200, from: entry) {
        #expect(attempt.ending == .completed)
        #expect(attempt.steps.isSuperset(of: [.opened, .linkReady, .sheetOpened, .completed]))
        #expect(attempt.steps.isDisjoint(with: [.sheetCancelled, .linkFailed, .offline]))
        #expect(attempt.wasSent && attempt.recipients >= 1)
        #expect(attempt.linksCreated == 1 && attempt.linkRequests == 1)
        #expect(attempt.rule == nil)
      }
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `an entry point that the profile lacks names its rule`(_ id: ProfileID) throws {
    let profile = Profile(id)
    let model = try profile.sharingModel(smooth)
    for entry in FlowPolicy.EntryPoint.allCases where !profile.flow.entryPoints.contains(entry) {
      let attempt = model.attempts(1, from: entry)[0]
      #expect(attempt.ending == .notOffered)
      #expect(attempt.steps.isEmpty && attempt.took == .zero)
      #expect(attempt.rule == StayReason.notAnEntryPoint.rule(in: id))
    }
  }

  @Test func `completed shares are spread over the channels as the mix says`() throws {
    let model = try Profile.rin.sharingModel(smooth)
    var counts: [ShareTarget: Int] = [:]
    for attempt in model.attempts(4_000, from: .profile) {
      if let target = attempt.target { counts[target, default: 0] += 1 }
    }
    let shares: [(ShareTarget, Double)] = [
      (.messages, 0.45), (.whatsapp, 0.30), (.telegram, 0.05), (.email, 0.05), (.airdrop, 0.02),
      (.otherInstalled, 0.13),
    ]
    let statistic = shares.reduce(0.0) { sum, share in
      let expected = share.1 * 4_000
      let distance = Double(counts[share.0] ?? 0) - expected
      return sum + distance * distance / expected
    }
    #expect(ChiSquare(degreesOfFreedom: 5).upperTail(statistic) > 0.001)
    #expect(counts.values.reduce(0, +) == 4_000)
  }

  @Test(arguments: [
    (ProfileID.rin, FlowPolicy.EntryPoint.profile, 0.6), (.product, .contextual, 1),
    (.design, .profile, 0.6),
  ])
  func `only a screen of the app's own loses people before the sheet`(
    id: ProfileID, entry: FlowPolicy.EntryPoint, share: Double
  ) throws {
    let model = try Profile(id).sharingModel(smooth.with { $0.proceed = 0.6 })
    let attempts = model.attempts(2_000, from: entry)
    let opened = attempts.count { $0.steps.contains(.sheetOpened) }
    let interval = try #require(Proportion(opened, of: 2_000).wilson(confidence: 0.999))
    #expect(interval.low <= share && share <= interval.high)
    #expect(
      attempts.allSatisfy { $0.ending == ($0.steps.contains(.sheetOpened) ? .completed : .gaveUp) })
  }

  @Test func `a cancelled sheet sends nothing, and is opened again by some`() throws {
    let behaviour = smooth.with {
      $0.complete = 0
      $0.again = 0
    }
    for id in ProfileID.allCases {
      let profile = Profile(id)
      for attempt in try profile.sharingModel(behaviour).attempts(
        100, from: profile.flow.entryPoints[0])
      {
        #expect(attempt.ending == .cancelled)
        #expect(!attempt.wasSent && attempt.recipients == 0 && attempt.target == nil)
      }
      let stubborn = try profile.sharingModel(
        smooth.with {
          $0.complete = 0.5
          $0.again = 1
        })
      let attempts = stubborn.attempts(1_000, from: profile.flow.entryPoints[0])
      let completed = attempts.count { $0.ending == .completed }
      // The first sheet and three more: all but one in sixteen complete.
      let interval = try #require(Proportion(completed, of: 1_000).wilson(confidence: 0.999))
      #expect(interval.low <= 15.0 / 16 && 15.0 / 16 <= interval.high)
    }
  }
}
