/// A module whose code is changed, and the test targets that prove it.
struct Module: Sendable {
  let name: String
  /// The folder of its sources, below the package's.
  let folder: String
  let tests: [String]
  /// Whether a draw of twenty with its build fits the minutes that CI has.
  let isSmall: Bool

  static let all = [
    Module("Vocabulary", isSmall: true, ["VocabularyTests", "PromptsTests"]),
    Module("Invites", ["InvitesTests"]),
    Module("Attribution", isSmall: true, ["AttributionTests"]),
    Module("Prompts", isSmall: true, ["PromptsTests"]),
    Module("Onboarding", isSmall: true, ["OnboardingTests"]),
    Module("AddressBooks", ["AddressBooksTests"]),
    Module("HomeSections", isSmall: true, ["HomeSectionsTests"]),
    Module("Profiles", ["ProfilesTests"]),
    Module("GrowthModel", in: "Simulation", ["GrowthModelTests"]),
    Module("Statistics", in: "Mathematics", ["StatisticsTests"]),
  ]

  private init(
    _ name: String, in neighbourhood: String = "Rules", isSmall: Bool = false, _ tests: [String]
  ) {
    self.name = name
    folder = "Sources/\(neighbourhood)/\(name)"
    self.tests = tests
    self.isSmall = isSmall
  }
}
