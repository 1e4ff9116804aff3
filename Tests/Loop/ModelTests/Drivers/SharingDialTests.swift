import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import TestSupport
import Testing
import Vocabulary

@Suite("Drivers · no dial of sharing is dead")
struct SharingDialTests {
  /// A world in which everything happens to somebody.
  private static let eventful: Sharing = {
    var behaviour = Sharing()
    behaviour.offline = 0.2
    behaviour.linkFailure = 0.2
    behaviour.recipients = 12
    behaviour.contactsFailure = 0.1
    behaviour.allowLater = 0.3
    behaviour.limitedGrant = 0.3
    return behaviour
  }()

  /// People of every kind, each with three attempts in one day.
  private func attempts(_ profile: Profile, _ behaviour: Sharing) throws -> [SharingAttempt] {
    let model = try profile.sharingModel(behaviour)
    let stream = RandomSource(seed: 3).stream(for: DrawPurpose.sharing)
    let code = try InviteCode(parsing: "abcdefgh")
    var attempts: [SharingAttempt] = []
    for person in 0..<200 {
      var sharer = Sharer.member
      sharer.explainedBefore = person % 5 == 0
      sharer.access = [.notDetermined, .authorized, .limited, .denied][person % 4]
      if person % 3 == 0 {
        sharer.held = HeldLink(code: code, isOfThisFlow: false, isSent: true)
      }
      var tally = DailyTally()
      for (index, entry) in profile.flow.entryPoints.prefix(3).enumerated() {
        var chance = stream[UInt64(person), UInt32(index)]
        attempts.append(
          model.attempt(from: entry, by: sharer, at: noon(0), tally: &tally, using: &chance))
      }
    }
    return attempts
  }

  @Test func `each parameter of behaviour moves something`() throws {
    let chances: [(String, WritableKeyPath<Sharing, Double>)] = [
      ("proceed", \.proceed), ("complete", \.complete), ("copy", \.copy),
      ("linkFailure", \.linkFailure), ("retry", \.retry), ("offline", \.offline),
      ("again", \.again), ("pasted", \.pasted), ("untold", \.untold),
      ("grantWithExplainer", \.grantWithExplainer),
      ("grantWithoutExplainer", \.grantWithoutExplainer), ("skip", \.skip),
      ("limitedGrant", \.limitedGrant), ("allowLater", \.allowLater),
      ("contactsFailure", \.contactsFailure), ("heedsWarning", \.heedsWarning),
      ("resume", \.resume), ("inviteMore", \.inviteMore),
      ("channels.telegram", \.channels.telegram),
    ]
    for (name, path) in chances {
      let moves = try ProfileID.allCases.contains { id in
        let (none, all) = try (
          attempts(Profile(id), Self.eventful.with { $0[keyPath: path] = 0 }),
          attempts(Profile(id), Self.eventful.with { $0[keyPath: path] = 1 })
        )
        return none != all
      }
      #expect(moves, "\(name) moves nothing")
    }
  }

  @Test(arguments: [
    (ProfileID.rin, "flow.entryOpens", "shareSheet"), (.rin, "flow.entryPoints", "profile"),
    (.rin, "contacts.perContactInvite", "off"), (.rin, "share.falseCompletionRate", "0.3"),
    (.rin, "link.codeScope", "perInvite"), (.rin, "channels.set", "messages"),
    (.rin, "channels.tracked", "bestEffort"), (.rin, "retry.createTimeoutSeconds", "250ms"),
    (.product, "limits.dailyInvites", "2"), (.product, "offline.mode", "cachedLink"),
    (.product, "offline.onDrained", "none"), (.product, "offline.drainSeconds", "0"),
    (.design, "flow.mergeSelectAndCompose", "true"), (.design, "contacts.invitePicker", "off"),
    (.design, "link.createAt", "pickerLoad"), (.design, "permission.explainer", "none"),
    (.design, "permission.reask", "never"), (.design, "permission.limitedAccess", "likeDenied"),
    (.design, "permission.allowLinkWhenUndetermined", "settings"),
    (.design, "limits.batchMax", "15"), (.design, "limits.softWarningAt", "3"),
    (.design, "share.confirmation", "silent"), (.design, "share.successAutoDismissSeconds", "0"),
    (.design, "share.onCancel", "returnSilently"), (.design, "share.selectedIsReachedRate", "0.5"),
    (.design, "retry.createMaxRetries", "0"), (.design, "retry.createBaseMs", "30s"),
    (.design, "retry.createFactor", "90"),
  ])
  func `a setting of the flows moves something`(_ id: ProfileID, name: String, value: String) throws
  {
    let profile = Profile(id)
    var changed = profile
    try changed.apply([Profile.Override(name, value)])
    #expect(try attempts(profile, Self.eventful) != attempts(changed, Self.eventful))
  }

  @Test func `what no attempt looks at changes none`() throws {
    var changed = Profile.rin
    try changed.apply([
      Profile.Override("messages.perChannel", "on"), Profile.Override("history.persist", "device"),
      Profile.Override("prompts.lifetimeMax", "1"),
    ])
    #expect(try attempts(.rin, Self.eventful) == attempts(changed, Self.eventful))
  }

  @Test(arguments: [
    ("complete", -0.1), ("complete", .nan), ("retry", 1.5), ("recipients", 0.5),
    ("recipients", .infinity), ("messages", -1),
  ])
  func `what cannot be is refused by name`(name: String, value: Double) throws {
    let behaviour = smooth.with {
      switch name {
      case "complete": $0.complete = value
      case "retry": $0.retry = value
      case "recipients": $0.recipients = value
      default: $0.channels.messages = value
      }
    }
    let error = #expect(throws: InvalidParameter.self) { try Profile.rin.sharingModel(behaviour) }
    #expect(error?.name == name)
  }
}
