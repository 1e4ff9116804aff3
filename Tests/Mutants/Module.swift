/// A module whose code is changed, and the test targets that prove it.
struct Module: Sendable {
  let name: String
  let neighbourhood: String
  /// What it is called once `Package.swift` has given the rooms of no product the package's name.
  let target: String
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
    Module("Model", in: "Loop", target: "GrowthloopModel"),
    Module("Statistics", in: "Mathematics"),
  ]

  private init(
    _ name: String, in neighbourhood: String = "Rules", target: String? = nil,
    isSmall: Bool = false, tests: [String]? = nil
  ) {
    self.name = name
    self.neighbourhood = neighbourhood
    self.target = target ?? name
    self.tests = tests ?? ["\(name)Tests"]
    self.isSmall = isSmall
  }
}

/// Modules that are built together, with the tests that prove any of them.
struct Ground: Sendable {
  let name: String
  let modules: [Module]

  /// Whether the tests take so long that it pays to build them optimised.
  var isSlow: Bool { modules.contains { $0.neighbourhood == "Loop" } }

  /// The neighbourhoods that have modules, each a folder of `Sources` and of `Tests`.
  static let names = ["Rules", "Loop", "Mathematics"]

  var tests: [String] { Set(modules.flatMap(\.tests)).sorted() }

  /// The grounds that `modules` lie on: one for each neighbourhood, so that the tests of one rule
  /// module prove the others, too.
  static func all(of modules: [Module]) -> [Ground] {
    let names = Set(modules.map(\.neighbourhood))
    return Ground.names.filter(names.contains).map { name in
      Ground(name: name, modules: Module.all.filter { $0.neighbourhood == name })
    }
  }

  /// A module by itself, which builds sooner.
  static func alone(_ module: Module) -> Ground { Ground(name: module.name, modules: [module]) }
}
