import Foundation
import Invites
import Profiles
import Prompts
import Testing
import Vocabulary

/// Long values, as a user might write them.
private enum Written {
  static func words(_ count: Int) -> String { String(repeating: "n", count: count) }

  /// The name of a host with labels of these lengths.
  static func host(_ lengths: Int...) -> String {
    lengths.map { String(repeating: "h", count: $0) }.joined(separator: ".")
  }
}

@Suite("Settings · every one has its value in each profile")
struct SettingTests {
  /// The table of positions, taken from the catalogue of conflicts.
  private static let table: [[String]] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/settings.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").map(String.init)
    }
  }()

  @Test func `the settings are those of the catalogue, no more and no fewer`() {
    #expect(Self.table.count == 168)
    #expect(Set(Setting.all.map(\.name)) == Set(Self.table.map { $0[0] }))
  }

  @Test(arguments: table.map { $0[0] })
  func `a setting has the catalogue's value in each profile`(name: String) throws {
    let row = try #require(Self.table.first { $0[0] == name })
    let setting = try #require(Setting.named(name))
    for (column, id) in [ProfileID.rin, .product, .design].enumerated() {
      let expected = row[column + 1]
      #expect(setting.value(in: Profile(id)) + (setting.silent.contains(id) ? "*" : "") == expected)
    }
    #expect(setting.conflict.description == row[4])
  }

  @Test func `a value that is printed can be set, and changes nothing`() throws {
    for id in ProfileID.allCases {
      var profile = Profile(id)
      try profile.apply(
        Setting.all.map { Profile.Override($0.name, $0.value(in: Profile(id))) })
      #expect(profile.overridden == Set(Setting.all.map(\.name)))
      #expect(Setting.all.allSatisfy { $0.value(in: profile) == $0.value(in: Profile(id)) })
    }
  }

  @Test(arguments: [
    ("prompts.minIntervalDays", "36h", "36h"), ("prompts.minIntervalDays", "7d", "7"),
    ("prompts.minIntervalDays", "none", "none"), ("session.idleTimeoutMinutes", "90s", "90s"),
    ("link.maxAcceptances", "10_000", "10000"), ("deferred.matchRate", "95%", "0.95"),
    ("rollout.stages", "100@0,prompts@14", "100@0, prompts@14"),
    ("gamification.leaderboard", "on", "on"),
    ("signup.otpExpirySeconds", "300", "300"), ("retry.createFactor", "1e300", "1e+300"),
    ("prompts.triggers", "scoreMilestone,dedupReview", "scoreMilestone, dedupReview"),
    ("link.scheme", String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
    ("link.scheme", "a+b-9.Z", "a+b-9.Z"), ("app.name", "R", "R"), ("app.name", "A ~", "A ~"),
    ("app.name", Written.words(60), Written.words(60)), ("link.host", "a", "a"),
    ("link.host", Written.host(63, 3), Written.host(63, 3)),
    ("link.host", Written.host(63, 63, 63, 61), Written.host(63, 63, 63, 61)),
    ("prompts.minIntervalDays", "0", "0"), ("prompts.minIntervalDays", "250ms", "250ms"),
    ("prompts.minIntervalDays", "10m", "10m"), ("prompts.minIntervalDays", "1d", "1"),
    ("prompts.minIntervalDays", "5s", "5s"), ("prompts.minIntervalDays", "365250d", "365250"),
    ("session.idleTimeoutMinutes", "1", "1"), ("session.idleTimeoutMinutes", "1ms", "1ms"),
    ("home.scoreCardHours", "1", "1"), ("messages.maxLength", "1", "1"),
    ("signup.numberSwitchLimit", "0", "0"), ("signup.numberSwitchLimit", "required", "required"),
    ("load.previewFetchesPerSend", "0.5", "0.5"), ("model.pairRetentionMultiplier", "0", "0.0"),
  ])
  func `values are read as people write them`(name: String, written: String, kept: String) throws {
    var profile = Profile.rin
    try profile.apply([Profile.Override(name, written)])
    #expect(Setting.named(name)?.value(in: profile) == kept)
  }

  @Test(arguments: [
    ("prompts.minIntervalDays", "two weeks"), ("prompts.minIntervalDays", "-1"),
    ("prompts.minIntervalDays", ""), ("prompts.minIntervalDays", "7x"),
    ("prompts.minIntervalDays", "99999999999999999999d"), ("prompts.minIntervalDays", "400000d"),
    ("prompts.maxPerWeek", "9"), ("prompts.maxPerWeek", "-1"), ("link.host", "rin.app/"),
    ("link.host", "a b"), ("link.host", "rin.app:443"), ("link.host", "İ.app"),
    ("link.scheme", "https"), ("link.scheme", String(repeating: "x", count: 61)),
    ("link.scheme", "1x"), ("app.name", "two\nlines"), ("session.idleTimeoutMinutes", "0"),
    ("prompts.triggers", "nothing"),
    ("prompts.triggers", "dedupReview,dedupReview"), ("deferred.matchRate", "101%"),
    ("deferred.matchRate", "nan"), ("link.format", "PathCode"), ("rollout.stages", "101@0"),
    ("attribution.model", "none"), ("retry.createMaxRetries", "21"),
    ("app.name", ""), ("app.name", Written.words(61)), ("app.name", "a\u{1F}"),
    ("app.name", "a\u{7F}"), ("link.host", "a..b"), ("link.host", Written.host(64)),
    ("link.host", Written.host(63, 63, 63, 62)), ("link.host", "-a.b"), ("link.host", "a-.b"),
    ("link.scheme", "a_b"), ("link.scheme", "9x"), ("prompts.minIntervalDays", "365251d"),
    ("home.scoreCardHours", "0"), ("messages.maxLength", "0"),
    ("signup.numberSwitchLimit", "-1"), ("signup.otpExpirySeconds", "0"),
    ("load.previewFetchesPerSend", "-0.5"),
    ("model.pairRetentionMultiplier", "-0.5"), ("rollout.stages", "-1@0"),
  ])
  func `what is no value is refused with what would be one`(name: String, written: String) {
    var profile = Profile.rin
    #expect {
      try profile.apply([Profile.Override(name, written)])
    } throws: { error in
      guard let mistakes = (error as? Profile.OverrideMistakes)?.mistakes, mistakes.count == 1,
        case .badValue(name, written, let expects) = mistakes[0]
      else { return false }
      return !expects.isEmpty
    }
    #expect(profile == .rin, "nothing is taken when something is wrong")
  }

  @Test(arguments: [
    "receipt.selfTap", "receipt.deletedSender", "receipt.suspendedSender",
    "receipt.signedOutExisting", "link.unknownBehaviour",
  ])
  func `CNF-12, CNF-13, CNF-51 · where all documents agree, no other value is taken`(name: String)
    throws
  {
    let setting = try #require(Setting.named(name))
    let value = setting.value(in: .rin)
    #expect(setting.expects == "\(value), the only position of the documents")
    for id in ProfileID.allCases { #expect(setting.value(in: Profile(id)) == value) }
    var profile = Profile.rin
    #expect(throws: Profile.OverrideMistakes.self) {
      try profile.apply([Profile.Override(name, "another")])
    }
  }

  @Test func `a whole set of prompt rules comes first, wherever it stands`() throws {
    var profile = Profile.rin
    try profile.apply([
      Profile.Override("prompts.maxPerWeek", "2"), Profile.Override("prompts.ruleSet", "product"),
      Profile.Override("time.week", "calendarWeek"),
    ])
    #expect(profile.prompts.minSession == 2)
    #expect(profile.prompts.maxPerWeek == 2)
    #expect(profile.prompts.calendar.week == .calendarWeek)
    #expect(profile.calendar.day == .rolling24h, "the calendar is a setting of its own")
  }

  @Test func `a setting given twice is a mistake`() {
    var profile = Profile.rin
    #expect(
      throws: Profile.OverrideMistakes(mistakes: [.givenTwice(name: "link.format")])
    ) {
      try profile.apply([
        Profile.Override("link.format", "pathCode"), Profile.Override("link.format", "pathCode"),
      ])
    }
  }

  @Test func `a setting is disputed where the profiles take different positions, and only there`() {
    for setting in Setting.all {
      let values = ProfileID.allCases.map { setting.value(in: Profile($0)) }
      let isAgreed = values.allSatisfy { $0 == values[0] }
      #expect(setting.isDisputed != isAgreed, "\(setting.name)")
    }
    #expect(Set(Setting.all.map(\.isDisputed)) == [true, false])
  }

  @Test func `EVT-18 · an event that no simulation fires has its reason, and no other has one`() {
    for event in ProfileID.allCases.flatMap(ListedEvent.all) {
      #expect((event.reason == nil) == event.sources.contains(.simulate), "\(event.name)")
    }
    #expect(ListedEvent.all(in: .rin).contains { $0.sources == [.home] })
  }

  @Test(arguments: ProfileID.allCases)
  func `EVT-18 · each name is listed once, with the steps that have it`(vocabulary: ProfileID) {
    let listed = ListedEvent.all(in: vocabulary)
    #expect(Set(listed.map(\.name)).count == listed.count)
    for step in InviteStep.allCases {
      let name = step.name(in: vocabulary)
      let names = listed.filter { $0.steps.contains(step) }.map(\.name)
      #expect(Set(names) == Set(name.map { [$0.primary] + $0.aliases } ?? []), "\(step)")
      let event = listed.first { $0.name == name?.primary }
      if event?.steps == [step] {
        #expect(event?.sources.contains(.serve) == step.isServed, "\(step)")
      }
      for alias in name?.aliases ?? [] {
        let other = listed.first { $0.name == alias }
        #expect(other?.reason == "the document's other name for \(name?.primary ?? "")")
      }
    }
    #expect(!listed.contains { $0.steps.isEmpty && $0.sources.isEmpty })
  }

  @Test(arguments: [
    ("signup.numberSwitchLimit", 0), ("signup.socialProofLimit", 0), ("signup.otpExpirySeconds", 1),
  ])
  func `CNF-61 · a number that no document gives may be zero for a limit, or named as missing`(
    name: String, least: Int
  ) {
    #expect(
      Setting.named(name)?.shape
        == .either([.integer(least...Int.max), .choice(["none", "required"])]))
  }

  @Test(arguments: [
    ("prompts.maxPerWeek", "a whole number from 0 to 8"),
    ("messages.maxLength", "a whole number of at least 1"),
  ])
  func `a whole number is asked for with its limits, where it has any`(
    name: String, words: String
  ) {
    #expect(Setting.named(name)?.expects.hasPrefix(words) == true)
  }

  @Test func `a setting that there is none of is named as such`() {
    var profile = Profile.rin
    #expect(throws: Profile.OverrideMistakes(mistakes: [.unknownSetting("link.colour")])) {
      try profile.apply([Profile.Override("link.colour", "red")])
    }
    #expect(profile == .rin)
  }

  @Test(arguments: ProfileID.allCases)
  func `the sharing flows follow the settings of their profile`(id: ProfileID) {
    let positions: [ProfileID: SharingPolicy] = [
      .rin: .rin, .product: .product, .design: .design,
    ]
    #expect(Profile(id).sharing == positions[id])
  }

  @Test func `CNF-03 · the link of an example is as long as any other of its form`() {
    #expect(Profile.rin.typicalLink == "https://rin.app/invite/a3Xk9m2Q")
    let signature = Profile.product.typicalLink?.split(separator: "=").last
    #expect(signature == Substring(String(repeating: "0", count: 64)))
    let inviter = OpaqueID(PrincipalID(rawValue: 0)).description
    #expect(Profile.product.typicalLink?.contains("=\(inviter)") == true)
  }
}
