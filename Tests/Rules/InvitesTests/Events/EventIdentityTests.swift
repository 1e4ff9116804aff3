import Invites
import Testing
import Vocabulary

private let reference = InviteEvent.InviteReference(
  code: try? InviteCode(parsing: "a3Xk9m2Q"), referrer: ann)
private let carryingCode: [InviteEvent] = [
  InviteEvent(.linkOpened, .opening(reference, appInstalled: true, by: .signedOut)),
  InviteEvent(.deferredResolved, .resolution(reference, daysSinceClick: 0)),
  InviteEvent(.appInstalled, .reference(reference)),
  InviteEvent(.onboardingCompleted, .completion(reference, invitee: bob)),
]
private let others: [InviteEvent] = [
  InviteEvent(.connected, .pair(inviter: ann, invitee: bob)),
  InviteEvent(.notificationSent, .pair(inviter: ann, invitee: bob)),
  InviteEvent(.notificationTapped, .pair(inviter: ann, invitee: bob)),
  InviteEvent(.dashboardContactTapped, .invitee(bob)),
]

@Suite("Events · identities")
struct EventIdentityTests {
  private func export(
    _ event: InviteEvent, _ change: (inout EventPolicy) -> Void = { _ in }
  ) -> ExportedEvent? {
    var policy = EventPolicy.rin
    change(&policy)
    return EventExport(policy, .rin)(event)
  }

  @Test func `PRV-09 · persons leave the product under a hash`() throws {
    for event in carryingCode + others {
      for property in try #require(export(event)).properties where property.name.hasSuffix("_id") {
        guard case .hashed = property.value else {
          Issue.record("\(property.name) of \(event) is not hashed")
          continue
        }
      }
    }
  }

  @Test func `CNF-26 · the setting raw leaves persons as they are`() throws {
    let raw = try #require(
      export(InviteEvent(.connected, .pair(inviter: ann, invitee: bob))) { $0.identities = .raw })
    #expect(raw["inviter_id"] == .raw(1))
    #expect(raw["invitee_id"] == .raw(2))
  }

  @Test func `EVT-24 · the referrer beside a code is the inviter beside an invitee`() throws {
    for event in carryingCode {
      #expect(try #require(export(event))["referrer_id"] == .hashed("h1"))
      #expect(try #require(export(event))["inviter_id"] == nil)
    }
    for event in others.prefix(3) {
      #expect(try #require(export(event))["inviter_id"] == .hashed("h1"))
      #expect(try #require(export(event))["referrer_id"] == nil)
    }
  }

  @Test func `EVT-25 · four events carry the code as it is`() throws {
    for event in carryingCode {
      #expect(try #require(export(event))["invite_code"] == .text("a3Xk9m2Q"))
    }
    for event in others { #expect(try #require(export(event))["invite_code"] == nil) }
  }

  @Test func `PRV-14 · a table of codes gives the hash away; such events are marked`() throws {
    let table = ["a3Xk9m2Q": ann]
    for event in carryingCode {
      let exported = try #require(export(event))
      #expect(exported.reidentifiesReferrer)
      let code = try #require(exported["invite_code"]).description
      #expect(exported["referrer_id"] == .hashed(ReadableHash().hash(try #require(table[code]))))
    }
    for event in others { #expect(try #require(export(event)).reidentifiesReferrer == false) }
    let codeless = InviteEvent.InviteReference(code: nil, referrer: ann)
    let without = try #require(export(InviteEvent(.appInstalled, .reference(codeless))))
    #expect(without.properties.map(\.name) == ["referrer_id"])
    #expect(!without.reidentifiesReferrer)
  }

  @Test(arguments: EventPolicy.LinkOpened.allCases, [true, false])
  func `CNF-55 · which openings are logged is a setting`(
    _ means: EventPolicy.LinkOpened, _ installed: Bool
  ) {
    let event = InviteEvent(
      .linkOpened, .opening(reference, appInstalled: installed, by: .signedOut))
    let isLogged = export(event) { $0.linkOpenedMeans = means } != nil
    switch means {
    case .appOpen: #expect(isLogged == installed)
    case .anyClick: #expect(isLogged)
    case .notLogged: #expect(!isLogged)
    }
  }
}
