// swift-tools-version: 6.2

import PackageDescription

/// The rule modules, from the ground up.
let rules = [
  "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "AddressBooks", "HomeSections",
  "Profiles",
]
let everyRule = rules.map { Target.Dependency.byName(name: $0) }

let package = Package(
  name: "growthloop",
  // Where the rules use what older systems lack: 128-bit integers.
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .executable(name: "growthloop", targets: ["growthloop"]),
    // What the parts cost, beside their rivals.
    .executable(name: "growthloop-bench", targets: ["growthloop-bench"]),
    // The rules, for an app or a backend to import unchanged.
    .library(name: "GrowthloopRules", targets: rules),
    // The ground of the simulator, for models of other things.
    .library(
      name: "GrowthloopSimulation", targets: ["SimulationKernel", "RandomStreams", "Statistics"]),
  ]
    // One rule module with the words that all share: `GrowthloopPrompts`.
    + rules.map {
      .library(name: "Growthloop\($0)", targets: Array(Set(["Vocabulary", $0])).sorted())
    },
  traits: [
    .trait(name: "MPI", description: "Replications on many machines, under 'mpirun'."),
    .trait(
      name: "FoundationBridges", description: "Date, TimeZone and TimeInterval for the rules."),
  ],
  targets: [
    // MARK: Mathematics · chance, exact functions and statistics; the same bits on every machine
    // The square root and rounding are the C library's: exact, so the same everywhere.
    .room("RandomStreams", in: "Mathematics", linking: ["m"]),
    .room("Statistics", in: "Mathematics", on: ["RandomStreams", "CZlib"]),

    // MARK: Rules · pure values: no clock, no chance, no input or output of their own
    .rule("Vocabulary"),
    .rule("Invites", on: ["Vocabulary"]),
    .rule("Attribution", on: ["Vocabulary"]),
    .rule("Prompts", on: ["Vocabulary"]),
    .rule("Onboarding", on: ["Vocabulary"]),
    .rule("AddressBooks", on: ["Vocabulary"]),
    .rule("HomeSections", on: ["Vocabulary"]),
    .rule("Profiles", on: everyRule.dropLast()),

    // MARK: Findings · values as text, mistakes at their place, what a run found, and how it is shown
    .room("Findings", in: "Findings", on: ["Statistics", "Vocabulary", "CICU"]),
    // Pages, tables, pictures, and the terminal.
    .room(
      "Reports", in: "Findings", on: ["Vocabulary", "Findings", "Statistics", "RandomStreams"]),

    // MARK: Loop · the people and the invites, through the real rules
    .room("SimulationKernel", in: "Loop", on: ["CMemory"]),
    .room(
      "Model", in: "Loop",
      on: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "AddressBooks", "Profiles",
        "SimulationKernel", "RandomStreams", "CMemory",
      ]),

    // MARK: Service · what waits, or holds a secret
    // Files, sockets, TLS and HTTP on Linux: both sides of a connection.
    .room(
      "Transport", in: "Service",
      on: [
        "Findings", "Statistics", "CEpoll", "CMalloc", "CMicrohttpd", "CNghttp2", "COpenSSL",
        "CUring",
      ]),
    .room(
      "LinkStore", in: "Service",
      on: [
        "Vocabulary", "Invites", "Attribution", "Profiles", "Transport", "CSQLite", "CSodium",
        "CZlib",
      ]),
    .room(
      "LinkService", in: "Service",
      on: [
        "Vocabulary", "Invites", "Attribution", "Profiles", "Findings", "Statistics", "LinkStore",
        "Transport",
      ]),
    .room(
      "LoadGenerator", in: "Service",
      on: [
        "Vocabulary", "Invites", "Profiles", "Findings", "Statistics", "RandomStreams", "Transport",
      ]),

    // MARK: Contacts · list, search, duplicates and home at full size, in the order of a language
    .room(
      "Contacts",
      on: [
        "Vocabulary", "Invites", "AddressBooks", "HomeSections", "Profiles", "Findings",
        "Statistics", "RandomStreams", "CMalloc", "CICU", "CPhoneNumber",
      ]),

    // MARK: Plans · what people write, read with every mistake at its place
    .room(
      "Plans",
      on: [
        "Vocabulary", "Invites", "Onboarding", "Profiles", "Findings", "Statistics", "Model",
        "Contacts", "Transport", "LoadGenerator", "CYAML", "CZlib",
      ]),

    // MARK: Studies · all that is asked of a simulation
    // Metrics, comparisons, sweeps, solver, experiments, rollouts, calibration.
    .room(
      "Studies",
      on: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "Profiles", "Findings",
        "Plans", "Model", "SimulationKernel", "Statistics", "RandomStreams",
        .target(name: "CMPI", condition: .when(traits: ["MPI"])),
      ], embedding: ["Metrics/DesignEffects.tsv"]),

    // MARK: Tool · the command line over everything
    // Cases from outside, and the story of the tour, decided by the rules.
    .room("Decisions", in: "Tool", on: everyRule + ["Findings", "Reports", "LinkStore", "Plans"]),
    .executableTarget(
      name: "growthloop",
      dependencies: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Profiles", "Findings", "Reports",
        "SimulationKernel", "Model", "Transport", "LinkStore", "LinkService", "LoadGenerator",
        "Contacts", "Plans", "Studies", "Decisions", "Statistics", "RandomStreams",
      ], path: "Sources/Tool/growthloop",
      resources: ["html", "css", "js"].map { .embedInCode("Explore/Page/explore.\($0)") }),
    // What the parts cost, beside rivals and yardsticks that nothing else imports.
    .executableTarget(
      name: "growthloop-bench",
      dependencies: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "AddressBooks", "HomeSections",
        "Profiles", "Findings", "Reports", "SimulationKernel", "Model", "Transport", "LinkStore",
        "LinkService", "LoadGenerator", "Contacts", "Plans", "Studies", "Statistics",
        "RandomStreams", "CKernelYardstick", "CSQLite",
      ], path: "Sources/Tool/growthloop-bench"),

    // MARK: System · one module map for each C library
    .shim("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
    .shim("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    .shim("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    .shim("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    .shim("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev"),
    .shim("CUring", pkgConfig: "liburing", apt: "liburing-dev"),
    .shim("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    .shim("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),

    // Only by the trait MPI.
    .shim("CMPI", pkgConfig: "mpi-c", apt: "libopenmpi-dev"),

    // The parts of Linux that Glibc's module lacks.
    .shim("CEpoll"),
    .shim("CMalloc"),

    // What memory can do that Swift has no name for: to be brought near, and to grow in place.
    .shim("CMemory"),

    // Counts allocations in the test runner; nothing else links it.
    .target(name: "CAllocationCounter", path: "Sources/System/CAllocationCounter"),

    // Two libraries that speak C++ alone, behind a face in C: names in the order of a language and
    // the clocks of time zones, and telephone numbers by the plans of all countries.
    .target(
      name: "CICU", path: "Sources/System/CICU",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(
      name: "CPhoneNumber", path: "Sources/System/CPhoneNumber",
      linkerSettings: [.linkedLibrary("phonenumber")]),

    // What the kernel's calendar is measured against, in C++; only the benchmarks link it.
    .target(name: "CKernelYardstick", path: "Sources/System/CKernelYardstick"),

    // MARK: Tests · one for each room, named after the rules it proves
    // The files of all rooms: their names, their size, and lines that stand twice.
    // Reads the sources, and the modules that it needs to be built.
    .testTarget(
      name: "HouseTests",
      dependencies: everyRule + ["SimulationKernel", "RandomStreams", "Statistics"],
      path: "Tests/House/HouseTests"),
    .target(name: "TestSupport", dependencies: ["Vocabulary"], path: "Tests/Support"),
    // A client that writes the bytes of a request as they are.
    .target(
      name: "TestSockets", dependencies: ["Transport", "TestSupport"], path: "Tests/Sockets"),
    // Ranks in one process, for tests.
    .target(name: "TestRanks", dependencies: ["Studies"], path: "Tests/Ranks"),
    // A console in memory.
    .target(
      name: "TestConsole", dependencies: ["Findings", "Reports"],
      path: "Tests/Console"),
    // Draws valid scenarios, and holds a run of each to what is true of any; `fuzz-scenarios` draws many.
    .target(
      name: "RandomScenarios",
      dependencies: [
        "Vocabulary", "Profiles", "SimulationKernel", "Statistics", "TestSupport",
        "Findings", "Model", "Plans", "Studies", "CMalloc",
      ], path: "Tests/RandomScenarios"),
    .executableTarget(
      name: "fuzz-scenarios", dependencies: ["RandomScenarios"], path: "Tests/FuzzScenarios"),

    .tests("RandomStreams", in: "Mathematics"),
    .tests("Statistics", in: "Mathematics", on: ["RandomStreams"], golden: ["Golden"]),
    .tests("Vocabulary", in: "Rules"),
    .tests("Invites", in: "Rules", on: ["Vocabulary", "LinkStore"]),
    .tests("Attribution", in: "Rules", on: ["Vocabulary"]),
    .tests("Prompts", in: "Rules", on: ["Vocabulary"]),
    .tests("Onboarding", in: "Rules", on: ["Vocabulary"]),
    .tests("AddressBooks", in: "Rules", on: ["Vocabulary", "CAllocationCounter"]),
    .tests("HomeSections", in: "Rules", on: ["Vocabulary", "CAllocationCounter"]),
    .tests("Profiles", in: "Rules", on: everyRule.dropLast(), golden: ["Golden"]),
    .tests("Findings", in: "Findings", on: ["Statistics", "Vocabulary"]),
    .tests("Reports", in: "Findings", on: ["Findings", "Statistics", "TestConsole"]),
    .tests(
      "SimulationKernel", in: "Loop",
      on: ["RandomStreams", "Statistics", "CAllocationCounter", "CMalloc"]),
    .tests(
      "Model", in: "Loop",
      on: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "Profiles",
        "SimulationKernel", "RandomStreams", "Statistics",
      ], golden: ["Golden"]),
    .tests(
      "Transport", in: "Service",
      on: ["Findings", "Statistics", "TestSockets", "CAllocationCounter", "CMalloc"]),
    .tests(
      "LinkStore", in: "Service",
      on: [
        "Vocabulary", "Invites", "Attribution", "Profiles", "Transport", "CAllocationCounter",
      ], golden: ["Plain"]),
    .tests(
      "LinkService", in: "Service",
      on: [
        "Vocabulary", "Invites", "Attribution", "Profiles", "Findings", "Statistics", "LinkStore",
        "LoadGenerator", "Transport", "TestSockets", "CSQLite", "growthloop",
      ], golden: ["Attacks/failing-calls.c"]),
    .tests(
      "LoadGenerator", in: "Service",
      on: [
        "Vocabulary", "Invites", "Profiles", "Findings", "Statistics", "RandomStreams", "Transport",
        "CAllocationCounter",
      ]),
    .tests(
      "Contacts", on: ["Vocabulary", "AddressBooks", "Profiles", "Findings", "Statistics"]),
    .tests(
      "Plans",
      on: [
        "Vocabulary", "Invites", "Prompts", "AddressBooks", "Profiles", "Findings", "Statistics",
        "Model", "Contacts", "LoadGenerator",
      ]),
    .tests(
      "Studies",
      on: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "Profiles", "Findings",
        "Reports", "Plans", "Model", "SimulationKernel", "Statistics", "RandomStreams",
        "RandomScenarios", "TestRanks",
      ]),
    .tests(
      "Tool", of: "growthloop", in: "Tool",
      on: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Profiles", "Findings", "Reports",
        "SimulationKernel", "Model", "Transport", "LinkStore", "LinkService", "LoadGenerator",
        "Contacts", "Plans", "Studies", "Decisions", "Statistics", "RandomStreams", "TestConsole",
        "TestRanks", "TestSockets",
      ], golden: ["Golden"]),
    .tests(
      "Benchmarks", of: "growthloop-bench", in: "Tool",
      on: [
        "AddressBooks", "Reports", "Model", "Studies", "SimulationKernel", "Statistics",
        "RandomStreams", "TestConsole", "CAllocationCounter",
      ]),
  ],
  cxxLanguageStandard: .cxx17
)

extension Target {
  /// A folder below its tree, or a tree that is one room.
  static func room(
    _ name: String, in tree: String? = nil, on floorBelow: [Dependency] = [],
    embedding data: [String] = [], linking libraries: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: floorBelow, path: ["Sources", tree, name].joined(),
      resources: data.map { .embedInCode($0) },
      linkerSettings: libraries.map { .linkedLibrary($0, .when(platforms: [.linux])) })
  }

  static func rule(_ name: String, on floorBelow: [Dependency] = []) -> Target {
    // Rounding is the C library's, which nothing else links where no Foundation is.
    .room(name, in: "Rules", on: floorBelow, linking: ["m"])
  }

  /// A library of the system behind a module map.
  static func shim(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
      name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
      providers: apt.map { [.apt([$0])] })
  }

  static func tests(
    _ name: String, of room: String? = nil, in tree: String? = nil, on others: [Dependency] = [],
    golden: [String] = []
  ) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: room ?? name), "TestSupport"] + others,
      path: ["Tests", tree, "\(name)Tests"].joined(), exclude: golden)
  }
}

extension [String?] {
  /// The path of these folders.
  fileprivate func joined() -> String { compactMap(\.self).joined(separator: "/") }
}

// What no product offers is called after the package, so that no name clashes in the graph of an
// app that takes the rules alone: `Plans` is built as `GrowthloopPlans`, `CZlib` as `CGrowthloopZlib`.
let offered = Set(rules + ["RandomStreams", "Statistics", "SimulationKernel"])
for target in package.targets {
  target.name = target.name.ofPackage
  target.dependencies = target.dependencies.map { dependency in
    switch dependency {
    case .byNameItem(let name, let condition):
      .byNameItem(name: name.ofPackage, condition: condition)
    case .targetItem(let name, let condition):
      .targetItem(name: name.ofPackage, condition: condition)
    default: dependency
    }
  }
}

extension String {
  /// What a room, named by its folder, is called in the graph of packages.
  fileprivate var ofPackage: String {
    let isOfTests = hasPrefix("Test") || hasSuffix("Tests") || self == "RandomScenarios"
    if offered.contains(self) || isOfTests || first?.isLowercase ?? true { return self }
    let isShim = hasPrefix("C") && dropFirst().first?.isUppercase ?? false
    return isShim ? "CGrowthloop" + dropFirst() : "Growthloop" + self
  }
}

for target in package.targets where !(target.path ?? "").hasPrefix("Sources/System/") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    // Views of memory that end before what they look at can move: the compiler checks it.
    .enableExperimentalFeature("Lifetimes"),
  ]
}

// GROWTHLOOP_TESTED=1 lets tests into the release build, which tool and tests then share; tests
// themselves gain nothing from optimisation but a longer build.
if Context.environment["GROWTHLOOP_TESTED"] != nil {
  for target in package.targets where target.swiftSettings != nil {
    let isOfTests = target.path?.hasPrefix("Tests/") ?? false
    target.swiftSettings?.append(
      .unsafeFlags([isOfTests ? "-Onone" : "-enable-testing"], .when(configuration: .release)))
  }
}

// What the rooms named in GROWTHLOOP_ROOMS stand on, and nothing else: a sanitizer, a mutant or a
// short loop of work on one room builds in a fraction of the time.
if let rooms = Context.environment["GROWTHLOOP_ROOMS"] {
  package.keep(Set(rooms.split(separator: " ").map { String($0).ofPackage }))
}

extension Package {
  /// Removes every target and product that none of `rooms` depends on.
  func keep(_ rooms: Set<String>) {
    let dependencies = Dictionary(
      uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies.compactMap(\.name)) })
    var kept: Set<String> = []
    var open = Array(rooms)
    while let room = open.popLast() {
      guard let needed = dependencies[room] else {
        fatalError("GROWTHLOOP_ROOMS names '\(room)', which is no target")
      }
      if kept.insert(room).inserted { open += needed }
    }
    targets.removeAll { !kept.contains($0.name) }
    products = []
  }
}

extension Target.Dependency {
  fileprivate var name: String? {
    switch self {
    case .byNameItem(let name, _), .targetItem(let name, _): name
    default: nil
    }
  }
}
