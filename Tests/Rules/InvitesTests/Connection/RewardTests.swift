import TestSupport
import Invites
import Testing
import Vocabulary

private let noon = TestSupport.noon(42)

private func policy(_ mode: RewardPolicy.Mode) -> RewardPolicy {
  var policy = RewardPolicy()
  policy.mode = mode
  return policy
}

private func qualified(_ count: Int) -> [Qualification] {
  Array(repeating: .metActivityThreshold, count: count) + [.installed, .completedOnboarding]
}

@Suite("Rewards · qualification")
struct QualificationTests {
  @Test func `RWD-03 · installed, completed, met the threshold`() {
    var facts = InviteFacts()
    #expect(Qualification(of: facts, activity: 99, threshold: 5) == nil)
    facts.installed = noon
    #expect(Qualification(of: facts, activity: 99, threshold: 5) == .installed)
    facts.completed = noon
    #expect(Qualification(of: facts, activity: 4, threshold: 5) == .completedOnboarding)
    #expect(Qualification(of: facts, activity: 5, threshold: 5) == .metActivityThreshold)
    #expect(Qualification.allCases == Qualification.allCases.sorted())
  }

  @Test func `RWD-14 · the stage is known with rewards off, and shown nowhere`() throws {
    var facts = InviteFacts()
    facts.installed = noon
    facts.completed = noon
    let stage = Qualification(of: facts, activity: 1, threshold: 1)
    #expect(stage == .metActivityThreshold)
    let standing = RewardPolicy.rin.standing(of: [stage].compactMap(\.self), app: .rin)
    let dashboard = try #require(
      Dashboard(sent: 1, invitees: [facts], reward: standing, zone: .utc))
    #expect(dashboard.rewardTier == nil)
  }
}

@Suite("Rewards · what is earned and shown")
struct RewardTests {
  @Test(arguments: [RewardPolicy.rin, .product, .design])
  func `RWD-01, RWD-07, P-SCO-05, D-SCO-08, CNF-44 · no profile rewards or promises`(
    _ policy: RewardPolicy
  ) {
    #expect(policy.standing(of: qualified(9), app: .rin) == nil)
    let footer = ShareFooter(
      Dashboard.Figures(sent: 9, installed: 9, completed: 9), rewards: policy)
    #expect(footer.rewardLine == nil)
    #expect(policy.hookText == nil)
  }

  @Test(arguments: [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
  func `RWD-04, RWD-15 · three qualified friends earn a month; joining is not enough`(
    _ friends: Int, _ months: Int
  ) {
    let standing = policy(.premiumThreeForOne).standing(of: qualified(friends), app: .rin)
    #expect(standing?.earned == .premiumMonths(months))
    #expect(standing?.qualified == friends)
  }

  @Test func `RWD-05 · with premium rewards the summary card shows the tier`() throws {
    let standing = policy(.premiumThreeForOne).standing(of: qualified(4), app: .rin)
    let dashboard = try #require(Dashboard(sent: 5, invitees: [], reward: standing, zone: .utc))
    let tier = "Qualified friends: 4. Months of Rin Premium earned: 1."
    #expect(dashboard.rewardTier == tier)
    var screen = DashboardScreen()
    _ = screen.receive(.loaded(dashboard))
    #expect(screen.elements().contains(.rewardTier(tier)))
  }

  @Test func `RWD-06 · with premium rewards the footer promises a month`() {
    let figures = Dashboard.Figures(sent: 5, installed: 3, completed: 3)
    let footer = ShareFooter(figures, rewards: policy(.premiumThreeForOne))
    #expect(
      footer.rewardLine == "Invite 3 friends who join to get 1 month of Rin Premium.")
  }

  @Test func `P-PH2-01 · a what-if rewards both sides`() {
    let standing = policy(.bothSides).standing(of: qualified(2), app: .product)
    #expect(standing?.earned == .bothSides(inviter: 2, invitees: 2))
    #expect(
      standing?.tierText == "Qualified friends: 2. Rewards: 2 for you, 2 for friends.")
  }

  @Test func `D-OPQ-05, D-SCO-08 · the hook is a text and nothing behind it`() {
    var design = RewardPolicy.design
    #expect(design.hookText == nil)
    design.hookVisible = true
    #expect(design.hookText == "Invite friends and earn rewards -- coming soon")
    #expect(design.standing(of: qualified(3), app: .rin) == nil)
    var rin = RewardPolicy.rin
    rin.hookVisible = true
    #expect(rin.hookText == nil)
  }
}

@Suite("Rewards · no pressure")
struct SocialPressureTests {
  @Test func `RWD-08, CNF-45 · rin refuses a leaderboard, even one that is switched on`() {
    var policy = RewardPolicy.rin
    policy.leaderboard = true
    let refused = policy.leaderboardLine(friends: 5, app: .rin, document: .rin)
    #expect(refused == .none(because: .refusedByRin))
    #expect(refused.rule == "RWD-08")
  }

  @Test func `P-PH2-06, CNF-45 · the product's line is off, and a what-if has it`() {
    var policy = RewardPolicy.product
    let off = policy.leaderboardLine(friends: 5, app: .product, document: .product)
    #expect(off == .none(because: .switchedOff))
    #expect(off.rule == "CNF-45")
    policy.leaderboard = true
    #expect(
      policy.leaderboardLine(friends: 5, app: .product, document: .product)
        == .shown("You've brought 5 friends to [App]!"))
    #expect(
      policy.leaderboardLine(friends: 1, app: .product, document: .product)
        == .shown("You've brought 1 friend to [App]!"))
  }

  /// Everything that an inviter under `rin` can read or hear, at many counts.
  private func allTexts(_ rewards: RewardPolicy) throws -> [String] {
    var texts = [
      SharingPolicy.rin.texts[.dashboardTitle], DashboardText.listHeading, DashboardText.sentLabel,
      DashboardText.installedLabel, DashboardText.completedLabel, DashboardText.emptyList,
      DashboardText.termsLink, DashboardText.emptyTitle(app: .rin),
      SharingPolicy.rin.texts[.shareTitle],
      DashboardText.stale, DashboardText.offline, SharingPolicy.rin.texts[.dashboardFailed],
    ]
    for sent in 0...12 {
      for completed in 0...4 {
        let invitees = (0..<completed).map { id in
          var facts = InviteFacts()
          facts.invitee = PrincipalID(rawValue: UInt64(id))
          facts.installed = noon
          facts.completed = noon + .days(Int64(id))
          return facts
        }
        let standing = rewards.standing(of: qualified(completed), app: .rin)
        let dashboard = try #require(
          Dashboard(sent: sent, invitees: invitees, reward: standing, zone: .utc))
        let footer = ShareFooter(dashboard.figures, rewards: rewards)
        texts += dashboard.spokenFigures + dashboard.rows.flatMap { [$0.joinedLine, $0.spoken] }
        texts += [footer.text, footer.spoken]
        texts += [
          dashboard.summaryLine(app: .rin), dashboard.spokenBar(app: .rin), dashboard.rewardTier,
          footer.rewardLine, rewards.hookText,
        ].compactMap(\.self)
      }
    }
    let facts = JoinFacts(
      inviter: PrincipalID(rawValue: 1), invitee: PrincipalID(rawValue: 2), inviteeName: "Sam")
    let decision = NotificationPolicy.rin.decide(.onboardingCompleted, at: noon, for: facts)
    if case .push(let push) = decision { texts.append(push.text) }
    return texts
  }

  @Test func `RWD-08, RWD-09, RWD-10, RWD-11, RWD-12 · no text ranks or nudges`() throws {
    let pressing: Set<Substring> = [
      "leader", "leaderboard", "rank", "ranking", "top", "best", "beat", "ahead", "behind",
      "others",
      "inviters", "place", "hurry", "only", "left", "ends", "expires", "last", "today", "now",
      "days",
      "hours", "close", "almost", "keep", "going", "more", "goal", "just", "soon",
    ]
    for text in try allTexts(.rin) {
      let words = text.lowercased().split { !$0.isLetter && $0 != "'" }
      #expect(pressing.isDisjoint(with: words), "\(text)")
      #expect(!text.contains("!") && !text.contains("#"), "\(text)")
    }
  }

  @Test func `RWD-07 · with rewards off no text speaks of premium, tiers or rewards`() throws {
    for text in try allTexts(.rin) {
      for word in ["premium", "reward", "qualified", "earn", "month"] {
        #expect(!text.lowercased().contains(word), "\(text)")
      }
    }
    #expect(try allTexts(policy(.premiumThreeForOne)).contains { $0.contains("Premium") })
  }
}
