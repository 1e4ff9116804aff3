import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import TestSupport
import Testing
import Vocabulary

/// Draws settings and behaviour of every kind, sensible or not.
struct Whim {
  var chance: SeededChance
  private static let systems = [
    "link.", "flow.", "limits.", "contacts.", "permission.", "history.", "share.", "channels.",
    "offline.", "retry.", "time.", "onboarding.", "signup.", "circles.", "firstValue.",
    "connection.", "metrics.acceptedMeans",
  ]
  private static let settings = Setting.all.filter { setting in
    systems.contains { setting.name.hasPrefix($0) }
  }

  init(seed: UInt64) {
    chance = SeededChance(seed: seed)
  }

  /// A profile with up to twelve settings changed; what a setting refuses stays as it was.
  mutating func profile(_ id: ProfileID) -> Profile {
    var profile = Profile(id)
    for _ in 0..<Int.random(in: 0...12, using: &chance) {
      guard let setting = Self.settings.randomElement(using: &chance) else { continue }
      let words = setting.expects.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      let plain = ["none", "0", "1", "2", "3", "20", "0.5", "250ms", "true", "false", "on", "off"]
      guard let value = (words + plain).randomElement(using: &chance) else { continue }
      try? profile.apply([Profile.Override(setting.name, value)])
    }
    return profile
  }

  mutating func share() -> Double { [0, 0, 0.1, 0.5, 0.9, 1].randomElement(using: &chance) ?? 0 }

  mutating func delay() -> Delay {
    [
      .fixed(.zero), .fixed(.seconds(5)), .exponential(mean: .seconds(20)),
      .logNormal(median: .milliseconds(300), sigma: 2),
    ].randomElement(using: &chance) ?? .fixed(.zero)
  }

  mutating func sharing() -> Sharing {
    var behaviour = Sharing()
    let chances: [WritableKeyPath<Sharing, Double>] = [
      \.proceed, \.complete, \.copy, \.linkFailure, \.retry, \.offline, \.again, \.pasted,
      \.untold,
      \.grantWithExplainer, \.grantWithoutExplainer, \.skip, \.limitedGrant, \.allowLater,
      \.contactsFailure, \.heedsWarning, \.resume,
    ]
    for path in chances { behaviour[keyPath: path] = share() }
    behaviour.recipients = [1, 1.5, 12, 1_000].randomElement(using: &chance) ?? 1
    behaviour.linkTime = delay()
    behaviour.perStep = delay()
    behaviour.offlineTime = delay()
    return behaviour
  }

  mutating func sharer() -> Sharer {
    var sharer = Sharer()
    sharer.access = ContactsAccess.allCases.randomElement(using: &chance) ?? .denied
    sharer.explainedBefore = Bool.random(using: &chance)
    sharer.contacts = [0, 1, 40, 10_000].randomElement(using: &chance) ?? 0
    if let code = try? InviteCode(parsing: "abcdefgh"), Bool.random(using: &chance) {
      sharer.held = HeldLink(
        code: code, isOfThisFlow: Bool.random(using: &chance), isSent: Bool.random(using: &chance))
    }
    sharer.contact.hasPhone = Bool.random(using: &chance)
    return sharer
  }
}

@Suite("Drivers · sharing, whatever the settings and the luck")
struct SharingPropertyTests {
  @Test func `every attempt ends, and its result fits its steps`() throws {
    var endings: Set<SharingAttempt.Ending> = []
    for seed in UInt64(0)..<3_000 {
      var whim = Whim(seed: seed)
      let profile = whim.profile(ProfileID.allCases[Int(seed % 3)])
      let model = try profile.sharingModel(whim.sharing())
      var tally = DailyTally()
      for minute in 0..<3 {
        let entry = FlowPolicy.EntryPoint.allCases.randomElement(using: &whim.chance) ?? .profile
        let attempt = model.attempt(
          from: entry, by: whim.sharer(), at: noon(0) + .minutes(Int64(minute)), tally: &tally,
          using: &whim.chance)
        endings.insert(attempt.ending)
        let mistakes = mistakes(in: attempt, under: profile)
        #expect(mistakes.isEmpty, "seed \(seed): \(mistakes) in \(attempt)")
      }
    }
    #expect(endings == Set(SharingAttempt.Ending.allCases))
  }

  private func mistakes(in attempt: SharingAttempt, under profile: Profile) -> [String] {
    var mistakes: [String] = []
    func check(_ holds: Bool, _ what: String) { if !holds { mistakes.append(what) } }
    func implies(_ step: SharingAttempt.Steps, _ other: SharingAttempt.Steps, _ what: String) {
      check(!attempt.steps.contains(step) || attempt.steps.contains(other), what)
    }
    let steps = attempt.steps
    implies(.linkReady, .opened, "a link without a flow")
    implies(.sheetOpened, .linkReady, "a sheet without a link")
    implies(.sheetCancelled, .sheetOpened, "a cancel without a sheet")
    implies(.completed, .sheetOpened, "a share without a sheet")
    implies(.copied, .linkReady, "a copy without a link")
    implies(.queued, .offline, "a queue with a network")
    implies(.late, .queued, "late without a promise")
    switch attempt.ending {
    case .completed: check(steps.contains(.completed), "completed")
    case .copied: check(steps.contains(.copied) && !steps.contains(.completed), "copied")
    case .cancelled: check(steps.contains(.sheetCancelled), "cancelled")
    case .gaveUp: check(steps.isDisjoint(with: [.sheetOpened, .copied]), "gave up")
    case .linkFailed: check(steps.contains(.linkFailed), "link failed")
    case .offline: check(steps.contains(.offline), "offline")
    case .queued: check(steps.contains(.queued), "queued")
    case .refused: check(attempt.rule == "P-LIM-01", "refused")
    case .notOffered: check(attempt.closedBy != nil && steps.isEmpty, "not offered")
    }
    let isShare = attempt.ending == .completed || attempt.ending == .copied
    check(isShare == (attempt.target != nil), "target")
    check(isShare || attempt.channel == nil, "channel")
    check(isShare || !attempt.wasSent, "sent without a share")
    check(attempt.wasSent == (attempt.recipients > 0), "recipients")
    check(attempt.selectedReached <= attempt.selected, "reached")
    check(attempt.selected <= profile.limits.batchMax ?? SharingModel.mostPicked, "batch")
    check(attempt.linksCreated <= attempt.linkRequests, "links")
    check(attempt.took >= .zero && attempt.took.milliseconds % 1_000 == 0, "time")
    check(attempt.events < SharingModel.mostEvents, "events")
    if let channel = attempt.channel {
      check(channel == .other || profile.share.channels.contains(channel), "name of the channel")
    }
    return mistakes
  }

  @Test func `the same luck gives the same attempt`() throws {
    for id in ProfileID.allCases {
      let profile = Profile(id)
      let model = try profile.sharingModel(Sharing())
      let entry = profile.flow.entryPoints[0]
      #expect(model.attempts(50, from: entry) == model.attempts(50, from: entry))
      #expect(model.attempts(50, from: entry) != model.attempts(50, from: entry, seed: 2))
    }
  }

  @Test func `two profiles share the luck of a person`() throws {
    let rin = try Profile.rin.sharingModel(Sharing()).attempts(500, from: .profile)
    let product = try Profile.product.sharingModel(Sharing()).attempts(500, from: .contextual)
    var both = 0
    for (one, other) in zip(rin, product) {
      guard one.ending == .completed, other.ending == .completed,
        one.steps.isDisjoint(with: [.sheetCancelled]),
        other.steps.isDisjoint(with: [.sheetCancelled])
      else { continue }
      both += 1
      #expect(one.target == other.target)
    }
    #expect(both > 100)
  }
}
