import GrowthloopModel
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import GrowthloopLinkService
import Testing
import Vocabulary

@testable import growthloop

@Suite("A rehearsal compares events: at least once each, none invented")
struct EventReconcilerTests {
  /// A script, and the lines that a faultless service exports of it.
  private struct Faultless {
    let script: RehearsalScript
    let codes: [String?]
    let hasher: HMACIdentityHasher
    let lines: [JSONValue]

    init(_ profile: Profile) throws {
      script = try #require(
        try RehearsalScript(of: ScriptTests.plan { $0.profile = profile }, seed: 3))
      hasher = HMACIdentityHasher(try SigningKey([UInt8](0..<32)))
      codes = (0..<script.links).map { "\(InviteCode.numbered(UInt64($0)))" }
      var links: [UInt32: String] = [:]
      for action in script.actions {
        if case .getLink(let link) = action.deed { links[action.person] = codes[link] }
      }
      let export = EventExport(policy: profile.events, share: profile.share, hasher: hasher)
      lines = try script.events.compactMap { fired in
        let event = fired.event.shifted
        guard let exported = export.export(event, by: fired.shiftedUser, session: 0) else {
          return nil
        }
        var members: [String: JSONValue] = [:]
        for property in exported.properties {
          switch property.value {
          case .text(let text), .hashed(let text): members[property.name] = .text(text)
          case .number(let number): members[property.name] = .integer(Int64(number))
          case .flag(let flag): members[property.name] = .bool(flag)
          case .raw(let number): members[property.name] = .integer(Int64(number))
          }
        }
        if members["invite_code"] != nil, let referrer = fired.event.referrer {
          members["invite_code"] = .text(try #require(links[referrer]))
        }
        if fired.event.step == .notificationSent { return nil }
        return [
          "id": "1.0", "at": .text(fired.at.iso8601), "event": .text(exported.name),
          "properties": .object(members),
        ]
      }
    }

    /// What is found beside the pushes, which these lines leave out.
    func differences(_ lines: [JSONValue]) -> [Difference] {
      var reconciliation = Reconciliation()
      EventReconciler(script, codes, hasher).compare(lines, into: &reconciliation)
      return reconciliation.differences.filter { !$0.expected.contains("notification_sent") }
    }
  }

  @Test(arguments: [Profile.rin, .product, .design])
  func `a faultless service differs in nothing, in any order and with repetitions`(
    profile: Profile
  ) throws {
    let faultless = try Faultless(profile)
    #expect(faultless.lines.count > 20)
    #expect(faultless.differences(faultless.lines).isEmpty)
    #expect(faultless.differences(faultless.lines.reversed() + faultless.lines).isEmpty)
  }

  @Test(arguments: [Profile.rin, .product, .design])
  func `a lost event is found, and an invented one`(profile: Profile) throws {
    let faultless = try Faultless(profile)
    let lost = faultless.differences(Array(faultless.lines.dropFirst()))
    #expect(lost.count == 1)
    #expect(lost.first?.found.hasSuffix("exported 0 times, fired 1 times") == true)
    #expect(lost.first?.subject == .events)
    let invented: JSONValue = [
      "at": "2026-01-01T00:00:00Z", "event": "invite_app_installed", "properties": [:],
    ]
    let found = faultless.differences(faultless.lines + [invented])
    #expect(found.map(\.expected) == ["no such event"])
    #expect(found.first?.found == "invite_app_installed at 2026-01-01T00:00:00Z")
    #expect(
      faultless.differences(faultless.lines + ["hello"]).map(\.found)
        == ["a line that is no event: 'hello'"])
  }

  @Test func `an event of another person is one lost and one invented`() throws {
    let faultless = try Faultless(.rin)
    let place = try #require(
      faultless.lines.firstIndex { $0["event"] == "invite_app_installed" })
    guard case .object(var members) = faultless.lines[place],
      case .object(var properties)? = members["properties"]
    else { return }
    properties["referrer_id"] = .text(faultless.hasher.hash(PrincipalID(rawValue: 1 << 50)))
    members["properties"] = .object(properties)
    var lines = faultless.lines
    lines[place] = .object(members)
    #expect(faultless.differences(lines).count == 2)
  }
}

extension FiredEvent {
  /// The user of the service for the person.
  fileprivate var shiftedUser: PrincipalID { ServiceRequestBuilder.principal(person) }
}

extension InviteEvent {
  /// The person whose link it is.
  fileprivate var referrer: UInt32? {
    switch particulars {
    case .opening(let reference, _, _), .reference(let reference), .resolution(let reference, _),
      .completion(let reference, _):
      UInt32(reference.referrer.rawValue)
    default: nil
    }
  }

  /// The same event among the users of the service.
  fileprivate var shifted: InviteEvent {
    func user(_ id: PrincipalID) -> PrincipalID {
      ServiceRequestBuilder.principal(UInt32(id.rawValue))
    }
    func link(_ reference: InviteReference) -> InviteReference {
      InviteReference(code: reference.code, referrer: user(reference.referrer))
    }
    return switch particulars {
    case .opening(let reference, let appInstalled, let opener):
      InviteEvent(step, .opening(link(reference), appInstalled: appInstalled, by: opener))
    case .reference(let reference): InviteEvent(step, .reference(link(reference)))
    case .resolution(let reference, let days):
      InviteEvent(step, .resolution(link(reference), daysSinceClick: days))
    case .completion(let reference, let invitee):
      InviteEvent(step, .completion(link(reference), invitee: user(invitee)))
    case .pair(let inviter, let invitee):
      InviteEvent(step, .pair(inviter: user(inviter), invitee: user(invitee)))
    default: self
    }
  }
}
