import GrowthloopModel
import Onboarding
import Profiles
import RandomStreams
import TestSupport
import Testing
import Vocabulary

extension Whim {
  mutating func firstRun() -> FirstRun {
    var behaviour = FirstRun()
    let chances: [WritableKeyPath<FirstRun, Double>] = [
      \.grantWithExplainer, \.notNow, \.limitedGrant, \.skipUsername, \.wrongNumber,
      \.wrongCode, \.findings, \.acceptConnection, \.act,
    ]
    for path in chances { behaviour[keyPath: path] = share() }
    behaviour.dropAtCode = [0, 0.5, 1].randomElement(using: &chance) ?? 0
    behaviour.dropAtAccount = [0, 0.5].randomElement(using: &chance) ?? 0
    behaviour.perScreen = delay()
    behaviour.codeTime = delay()
    behaviour.syncTime = delay()
    return behaviour
  }

  mutating func newcomer() -> Newcomer {
    var newcomer = Newcomer()
    newcomer.isInvited = Bool.random(using: &chance)
    newcomer.owner = Int.random(in: 0..<8, using: &chance) == 0 ? .knownPrincipal : .newPrincipal
    newcomer.contacts = [0, 40].randomElement(using: &chance) ?? 0
    return newcomer
  }
}

@Suite("Drivers · first runs, whatever the settings and the luck")
struct FirstRunPropertyTests {
  @Test func `every walk ends, and its times fit its milestones`() throws {
    var walked = 0
    for seed in UInt64(0)..<3_000 {
      var whim = Whim(seed: seed)
      let profile = whim.profile(ProfileID.allCases[Int(seed % 3)])
      // Settings of chance may ask for more screens than there are; such a journey does not begin.
      guard let rules = try? profile.firstRunRules() else { continue }
      walked += 1
      let model = try FirstRunModel(rules, behaviour: whim.firstRun())
      let walk = model.walk(
        of: whim.newcomer(), at: noon(0), by: RandomStream(key: whim.chance.next())[0])
      let mistakes = mistakes(in: walk)
      #expect(mistakes.isEmpty, "seed \(seed): \(mistakes) in \(walk)")
    }
    #expect(walked > 2_000)
  }

  private func mistakes(in walk: FirstRunWalk) -> [String] {
    var mistakes: [String] = []
    func check(_ holds: Bool, _ what: String) { if !holds { mistakes.append(what) } }
    let milestones = walk.milestones
    check(walk.hasLeft == (walk.lastScreen != .home), "left or home")
    check(walk.screens.contains(walk.lastScreen), "last screen")
    check(walk.inputs < FirstRunModel.mostInputs, "inputs")
    check(walk.took >= .zero && walk.took.milliseconds % 1_000 == 0, "time")
    check(
      (walk.signedUpAfter != nil) == !milestones.isDisjoint(with: [.signedUp, .signedIn]),
      "signed up")
    check((walk.completedAfter != nil) == milestones.contains(.onboardingCompleted), "completed")
    check((walk.firstValueAfter != nil) == milestones.contains(.firstValueSeen), "first value")
    check((walk.connectionAfter != nil) == (walk.connection != .none), "connection")
    check(!milestones.contains(.connected) || walk.signedUpAfter != nil, "connected")
    check(
      milestones.contains(.connected)
        == ([.automatic, .accepted].contains(walk.connection) && milestones.contains(.signedUp)),
      "connected without consent")
    for after in [
      walk.signedUpAfter, walk.connectionAfter, walk.completedAfter, walk.firstValueAfter,
    ] {
      if let after { check(after >= .zero && after <= walk.took, "time of a milestone") }
    }
    check(walk.access == .notDetermined || walk.wasAsked, "access that nobody asked for")
    check(!walk.wasAsked || walk.wasExplained, "the system before the explainer")
    return mistakes
  }

  @Test func `the luck of a screen does not depend on the screens before it`() throws {
    // With a screen fewer, whoever reached home still does.
    let long = try Profile.design.with { $0.onboarding.organicScreens = 6 }.firstRunRules()
    let short = try Profile.design.with { $0.onboarding.organicScreens = 5 }.firstRunRules()
    let behaviour = FirstRun().with { $0.dropPerScreen = 0.1 }
    var newcomer = Newcomer()
    newcomer.contacts = 40
    let longer = try FirstRunModel(long, behaviour: behaviour).walks(500, of: newcomer)
    let shorter = try FirstRunModel(short, behaviour: behaviour).walks(500, of: newcomer)
    #expect(zip(longer, shorter).allSatisfy { $0.hasLeft || !$1.hasLeft })
    #expect(longer.count { $0.hasLeft } > shorter.count { $0.hasLeft })
  }
}
