import GrowthloopModel
import Onboarding
import Profiles
import RandomStreams
import TestSupport
import Testing
import Vocabulary

@Suite("Drivers · no dial of the first run is dead")
struct FirstRunDialTests {
  private func walks(_ profile: Profile, _ behaviour: FirstRun) throws -> [FirstRunWalk] {
    let model = try FirstRunModel(try profile.firstRunRules(), behaviour: behaviour)
    return model.walks(300, of: newcomer(isInvited: true))
      + model.walks(300, of: newcomer(isInvited: false), seed: 2)
  }

  @Test func `each parameter of behaviour moves something`() throws {
    let chances: [(String, WritableKeyPath<FirstRun, Double>)] = [
      ("dropPerScreen", \.dropPerScreen), ("dropAtCode", \.dropAtCode),
      ("dropAtAccount", \.dropAtAccount), ("grantWithExplainer", \.grantWithExplainer),
      ("notNow", \.notNow), ("limitedGrant", \.limitedGrant),
      ("skipUsername", \.skipUsername), ("wrongNumber", \.wrongNumber),
      ("wrongCode", \.wrongCode), ("findings", \.findings),
      ("acceptConnection", \.acceptConnection), ("act", \.act),
    ]
    for (name, path) in chances {
      let moves = try ProfileID.allCases.contains { id in
        let (none, all) = try (
          walks(Profile(id), FirstRun().with { $0[keyPath: path] = 0 }),
          walks(Profile(id), FirstRun().with { $0[keyPath: path] = 1 })
        )
        return none != all
      }
      #expect(moves, "\(name) moves nothing")
    }
  }

  @Test(arguments: ProfileID.allCases)
  func `where the first run is not played, everyone is at home at once`(id: ProfileID) throws {
    let walks = try walks(Profile(id), FirstRun().with { $0.isPlayed = false })
    #expect(walks.count == 600)
    for (place, walk) in walks.enumerated() {
      #expect(walk.completedAfter == .zero && walk.took == .zero && !walk.hasLeft)
      #expect(walk.journey.isInvited == (place < 300))
    }
  }

  @Test(arguments: [
    (ProfileID.rin, "onboarding.organicScreens", "11"), (.rin, "onboarding.invitedScreens", "10"),
    (.product, "onboarding.signUpWall", "beforeFirstValue"),
    (.product, "firstValue.definition", "inviteDelivered"), (.rin, "firstValue.cards", "dedup"),
    (.rin, "connection.mode", "suggested"), (.product, "metrics.acceptedMeans", "signedUp"),
    (.rin, "permission.reask", "never"), (.rin, "permission.limitedAccess", "likeDenied"),
    (.rin, "permission.allowLinkWhenUndetermined", "settings"),
  ])
  func `a setting of the way in moves something`(
    _ id: ProfileID, name: String, value: String
  ) throws {
    let profile = Profile(id)
    var changed = profile
    // One screen fewer in front of a wall that is not delayed.
    if name == "onboarding.signUpWall" { changed.onboarding.invitedScreens = 4 }
    try changed.apply([Profile.Override(name, value)])
    #expect(try walks(profile, FirstRun()) != walks(changed, FirstRun()))
  }
}
