import Foundation
import Profiles
import Prompts
import Testing
import Vocabulary

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
    #expect(Self.table.count == 164)
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
    ("experiments.catalogue", "none", "no command runs an experiment"),
    ("rollout.stages", "10@0,100@4", "no command reaches users in stages"),
  ])
  func `what this tool cannot decide is refused with the reason`(
    name: String, value: String, reason: String
  ) throws {
    var profile = Profile.rin
    #expect {
      try profile.apply([Profile.Override(name, value)])
    } throws: { error in
      guard let mistakes = (error as? Profile.OverrideMistakes)?.mistakes, mistakes.count == 1,
        case .refused(name, let because) = mistakes[0]
      else { return false }
      return because.hasPrefix(reason)
    }
    #expect(profile == .rin)
    let own = try #require(Setting.named(name)).value(in: .rin)
    try profile.apply([Profile.Override(name, own)])
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
}
