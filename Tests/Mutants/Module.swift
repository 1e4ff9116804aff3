/// A module whose code is changed, and the test targets that prove it.
struct Module: Sendable {
  let name: String
  let neighbourhood: String
  let tests: [String]
  /// Whether a draw of twenty with its build fits the minutes that CI has.
  let isSmall: Bool

  /// The folder of its sources, below the package's.
  var folder: String { "Sources/\(neighbourhood)/\(name)" }

  static let all = [
    Module("Vocabulary", isSmall: true, tests: ["VocabularyTests", "PromptsTests"]),
    Module("Invites"),
    Module("Attribution", isSmall: true),
    Module("Prompts", isSmall: true),
    Module("Onboarding", isSmall: true),
    Module("AddressBooks"),
    Module("HomeSections", isSmall: true),
    Module("Profiles"),
    Module("GrowthModel", in: "Simulation"),
    Module("Statistics", in: "Mathematics"),
  ]

  private init(
    _ name: String, in neighbourhood: String = "Rules", isSmall: Bool = false,
    tests: [String]? = nil
  ) {
    self.name = name
    self.neighbourhood = neighbourhood
    self.tests = tests ?? ["\(name)Tests"]
    self.isSmall = isSmall
  }
}

/// Modules that are built together, with the tests that prove any of them.
struct Ground: Sendable {
  let name: String
  let modules: [Module]

  /// Whether the tests take so long that it pays to build them optimised.
  var isSlow: Bool { modules.contains { $0.neighbourhood == "Simulation" } }

  var tests: [String] { Set(modules.flatMap(\.tests)).sorted() }

  /// The grounds that `modules` lie on: one for each neighbourhood, so that the tests of one rule
  /// module prove the others, too.
  static func all(of modules: [Module]) -> [Ground] {
    let names = Set(modules.map(\.neighbourhood))
    return ["Rules", "Simulation", "Mathematics"].filter(names.contains).map { name in
      Ground(name: name, modules: Module.all.filter { $0.neighbourhood == name })
    }
  }

  /// A module by itself, which builds sooner.
  static func alone(_ module: Module) -> Ground { Ground(name: module.name, modules: [module]) }
}
