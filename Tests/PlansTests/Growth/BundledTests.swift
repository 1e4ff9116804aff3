import GrowthloopFindings
import GrowthloopModel
import Profiles
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Bundled scenarios · each reads, and changes what it says")
struct BundledTests {
  /// What each what-if claims to change, and nothing besides.
  static let claims: [String: Set<String>] = [
    "branching-half.yaml": [
      "days", "market.people", "market.communityShare", "market.contactsMedian",
      "market.contactsSigma", "use.returnOnPush", "market.iOSShare", "arrivals.seeds",
      "arrivals.organicPerDay", "arrivals.crowd", "use.sessionsPerDay", "use.retentionMeans",
      "sharing.invitesAtHome", "recipients.tap", "recipients.tapDelay", "recipients.install",
      "recipients.installDelay",
      "recipients.launchDelay", "firstRun.dropPerScreen", "firstRun.dropAtCode",
    ],
    "credit-first-touch.yaml": ["attribution.model"],
    "dense-circle.yaml": denseCircle,
    "dense-circle-first-touch.yaml": denseCircle.union(["attribution.model"]),
    "dense-circle-window-1d.yaml": denseCircle.union(["attribution.windowDays"]),
    "dense-circle-window-30d.yaml": denseCircle.union([
      "attribution.windowDays", "privacy.clickRetentionDays",
    ]),
    "dense-launch.yaml": denseLaunch,
    "flash-crowd.yaml": ["arrivals.crowd"],
    "invite-product.yaml": inviteProduct,
    "limit-1-a-day.yaml": ["limits.dailyInvites", "limits.dailyCounts"],
    "limit-50-a-day.yaml": ["limits.dailyInvites", "limits.dailyCounts"],
    "link-per-invite.yaml": ["link.codeScope", "link.maxAcceptances", "link.onExhausted"],
    "link-per-session.yaml": ["link.codeScope"],
    "market-saturated.yaml": ["market.people", "arrivals.seeds", "arrivals.organicPerDay"],
    "matching-abstaining.yaml": ["deferred.matcher", "devices.areIdentified"],
    "matching-address-1h.yaml": ["deferred.matcher", "devices.areIdentified"],
    "matching-branch-2h.yaml": ["deferred.matcher", "devices.areIdentified"],
    "matching-by-looks.yaml": ["devices.areIdentified"],
    "matching-misses.yaml": ["deferred.matchRate"],
    "matching-study.yaml": [
      "study", "replications", "town.people", "town.clicksPerDay", "devices.areIdentified",
      "devices.timeZones",
    ],
    "profile-design.yaml": ["profile"],
    "profile-product.yaml": ["profile"],
    "prompts-cap-1.yaml": ["prompts.lifetimeMax"],
    "prompts-cap-5.yaml": ["prompts.lifetimeMax", "prompts.triggerRepeats"],
    "prompts-cap-none.yaml": ["prompts.lifetimeMax", "prompts.triggerRepeats"],
    "prompts-repeating.yaml": ["prompts.triggerRepeats"],
    "spread-launch.yaml": denseLaunch,
    "three-circles.yaml": [
      "replications", "days", "market.people", "market.communitySize", "market.acquaintances",
      "market.iOSShare", "arrivals.seeds", "arrivals.seedsAre", "arrivals.organicPerDay",
      "use.retentionMeans", "use.retention", "sharing.invitesPerDay", "recipients.tap",
      "recipients.install",
    ],
    "wall-after-value.yaml": [
      "onboarding.signUpWall", "onboarding.organicScreens", "onboarding.invitedScreens",
    ],
    "window-1d.yaml": ["attribution.windowDays"],
    "window-30d.yaml": ["attribution.windowDays", "privacy.clickRetentionDays"],
    "window-none.yaml": ["attribution.windowDays", "privacy.clickRetentionDays"],
  ]

  static let denseCircle: Set = [
    "days", "market.people", "market.communitySize", "market.communityShare",
    "market.contactsMedian", "market.contactsSigma", "arrivals.seeds", "arrivals.placement",
    "arrivals.organicPerDay", "sharing.visit", "sharing.propensityShape",
  ]
  static let inviteProduct: Set = [
    "use.retention", "sharing.visit", "sharing.propensityShape", "recipients.install",
    "firstRun.dropAtCode",
  ]
  static let denseLaunch = inviteProduct.union([
    "market.communitySize", "arrivals.seedsAre", "arrivals.placement", "use.friendStay",
    "use.friendActivity",
  ])

  @Test func `every what-if is here`() {
    #expect(Set(Bundled.names) == Set(Self.claims.keys).union([Bundled.baseline]))
  }

  @Test(arguments: Bundled.names)
  func `it reads without a remark, and its first two lines say why`(name: String) throws {
    let outcome = try Bundled.read(name)
    #expect(outcome.warnings.isEmpty, "\(outcome.warnings)")
    #expect(name.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*\.yaml/#) != nil)
    let lines = try Bundled.text(name).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "# \(outcome.value.question ?? "no question")")
    #expect(outcome.value.question?.hasSuffix("?") == true)
    #expect(lines[1].hasPrefix("# ") && lines[2].allSatisfy { $0 == "#" || $0 == " " })
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `the baseline is the defaults, and has their evidence`() throws {
    let outcome = try Bundled.read(Bundled.baseline)
    var expected = GrowthScenario()
    expected.title = "Rin, baseline"
    expected.question = outcome.value.question
    // The goals of Rin's documents are its own, and no default.
    expected.targets = .document
    #expect(outcome.value == expected)
    let standing = expected.parameters(written: EvidenceTable())
    for (read, usual) in zip(outcome.parameters, standing) {
      #expect(read.name == usual.name && read.grade == usual.grade && read.source == usual.source)
    }
  }

  @Test func `each differs from the baseline in what it claims, and in nothing else`() throws {
    let baseline = try Bundled.read(Bundled.baseline).value
    for (name, claimed) in Self.claims {
      let variant = try Bundled.read(name).value
      let settings = Setting.all.filter {
        $0.value(in: variant.profile) != $0.value(in: baseline.profile)
      }
      let values = Self.difference(Self.values(of: baseline), Self.values(of: variant))
      var changed = Set(values).union(settings.map(\.name))
      if variant.profile.id != baseline.profile.id { changed = Set(values) }
      // Which metric answers a question, and what is to be reached, change nothing of the simulation.
      changed.subtract(["answer", "targets"])
      #expect(changed == claimed, "\(name)")
    }
  }

  @Test func `no two have the same name or ask the same`() throws {
    let scenarios = try Bundled.names.map { try Bundled.read($0).value }
    #expect(Set(scenarios.map(\.title)).count == scenarios.count)
    // The two documents are asked the same of, each by its name.
    #expect(Set(scenarios.map(\.question)).count == scenarios.count)
  }

  @Test(arguments: Bundled.names)
  func `editors take it`(name: String) throws {
    let schema = JSONSchema.document(GrowthScenario.self, titled: "x", meaning: "x")
    let source = SourceText(name: name, text: try Bundled.text(name))
    let node = try #require(
      YAMLReader.read(source, within: YAMLLimits(), noting: Findings()))
    #expect(SchemaCheck(root: schema).faults(in: node) == [])
  }

  @Test(arguments: Bundled.names)
  func `it can be run`(name: String) throws {
    var plan = try Bundled.read(name).value.plan
    plan.days = 1
    var run = try GrowthRun(plan, seed: 1)
    let isDone = run.run()
    #expect(isDone)
  }

  @Test func `the reference page reads as the defaults`() throws {
    let page = ReferencePage.text(of: GrowthScenario.self)
    var expected = GrowthScenario()
    expected.title = "x"
    let outcome = try readGrowth("title: x\n" + page)
    #expect(outcome.value == expected)
    #expect(outcome.warnings.isEmpty)
  }

  /// With K of one half the family of a founder has 2 members on average and a variance of 4
  /// (Borel and Tanner); of a thousand, the sum has a standard error of 63.
  @Test func `a thousand founders who bring half a person each become two thousand`() throws {
    let plan = try Bundled.read("branching-half.yaml").value.plan
    var members: [Double] = []
    for replication in 0..<4 as Range<UInt32> {
      var run = try GrowthRun(plan, seed: 1, replication: replication)
      run.run()
      members.append(Double(run.tally.launches.home))
    }
    let mean = members.reduce(0, +) / Double(members.count)
    #expect(abs(mean - 2_000) < 4 * 63.2 / Double(members.count).squareRoot(), "\(members)")
  }

  /// The values of a scenario by dotted name, but for its words and its settings.
  private static func values(of scenario: GrowthScenario) -> [String: String] {
    var values: [String: String] = [:]
    func walk(_ value: OrderedJSON, _ name: String, depth: Int) {
      if depth < 2, case .object(let members) = value {
        for member in members { walk(member.value, name + "." + member.key, depth: depth + 1) }
      } else {
        values[String(name.dropFirst())] = value.asYAML
      }
    }
    walk(ValueFormat<GrowthScenario>.section().encode(scenario), "", depth: 0)
    values["title"] = nil
    values["question"] = nil
    return values
  }

  private static func difference(_ left: [String: String], _ right: [String: String]) -> [String] {
    Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }
  }
}
