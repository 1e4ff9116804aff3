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
  ],
  traits: [
    .trait(name: "MPI", description: "Replications on many machines, under 'mpirun'.")
  ],
  targets: [
    // MARK: Mathematics · chance and evidence; the same bits on every machine
    // The square root and rounding are the C library's: exact, so the same everywhere.
    .room("RealFunctions", in: "Mathematics", linking: ["m"]),
    .room("RandomStreams", in: "Mathematics", on: ["RealFunctions"]),
    .room("Statistics", in: "Mathematics", on: ["RealFunctions", "RandomStreams", "CZlib"]),
    .room("Matrices", in: "Mathematics", on: ["RealFunctions"]),
    .room("Gates", in: "Mathematics", on: ["Statistics"]),
    .room("OpenMetrics", in: "Mathematics", on: ["Statistics"]),

    // MARK: Rules · pure values: no clock, no chance, no input or output of their own
    .rule("Vocabulary"),
    .rule("Invites", on: ["Vocabulary"]),
    .rule("Attribution", on: ["Vocabulary"]),
    .rule("Prompts", on: ["Vocabulary"]),
    .rule("Onboarding", on: ["Vocabulary"]),
    .rule("AddressBooks", on: ["Vocabulary"]),
    .rule("HomeSections", on: ["Vocabulary"]),
    .rule(
      "Profiles",
      on: [
        "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "AddressBooks",
        "HomeSections",
      ]),

    // MARK: Simulation · the people and the loop, through the real rules
    .room("SimulationKernel", in: "Simulation", on: ["CMemory"]),
    .room(
      "GrowthModel", in: "Simulation",
      on: everyRule + ["SimulationKernel", "RandomStreams", "RealFunctions", "CMemory"]),

    .room(
      "ContactTrials", in: "Simulation",
      on: [
        "AddressBooks", "HomeSections", "Invites", "Profiles", "Vocabulary", "Locales",
        "PhoneNumbers", "RandomStreams", "Statistics", "Gates", "CMalloc",
      ]),

    // MARK: System · one module map for each C library
    .systemLibrary(
      name: "COpenSSL", path: "Sources/System/COpenSSL", pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"])]),

    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),

    .systemLibrary(
      name: "CYAML", path: "Sources/System/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"])]),

    .systemLibrary(
      name: "CMicrohttpd", path: "Sources/System/CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]),

    .systemLibrary(
      name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),

    .systemLibrary(
      name: "CSodium", path: "Sources/System/CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"])]),

    // Only by the trait MPI.
    .systemLibrary(
      name: "CMPI", path: "Sources/System/CMPI", pkgConfig: "mpi-c",
      providers: [.apt(["libopenmpi-dev"])]),

    // The parts of Linux that Glibc's module lacks.
    .systemLibrary(name: "CEpoll", path: "Sources/System/CEpoll"),
    .systemLibrary(name: "CMalloc", path: "Sources/System/CMalloc"),

    // What memory can do that Swift has no name for: to be brought near, and to grow in place.
    .systemLibrary(name: "CMemory", path: "Sources/System/CMemory"),

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

    // MARK: Network · what waits, or holds a secret
    .room("LinuxIO", in: "Network", on: ["CEpoll", "CMalloc"]),
    .room("Secrets", in: "Network", on: ["LinuxIO", "COpenSSL"]),
    .room("LinkSigning", in: "Network", on: ["Invites", "Secrets"]),
    .room(
      "WebServer", in: "Network",
      on: ["LinuxIO", "Statistics", "OpenMetrics", "JSON", "CMicrohttpd"]),
    // Processes that MPI has started together.
    .room("Ranks", in: "Network", on: [.target(name: "CMPI", condition: .when(traits: ["MPI"]))]),
    .room("Sealing", in: "Network", on: ["Secrets", "CSodium"]),
    .room(
      "LinkStore", in: "Network",
      on: everyRule + ["LinuxIO", "Sealing", "Secrets", "CSQLite", "CZlib"]),
    .room(
      "ServiceCalls", in: "Network",
      on: ["Attribution", "Diagnostics", "Invites", "JSON", "Locales", "Vocabulary"]),
    .room(
      "LinkService", in: "Network",
      on: everyRule + [
        "MarkupText", "ServiceCalls", "Statistics", "LinkStore", "LinkSigning", "WebServer",
        "OpenMetrics", "HTTPClient", "LinuxIO", "Secrets", "JSON", "Diagnostics", "Locales",
      ]),

    .room("HTTPClient", in: "Network", on: ["LinuxIO", "COpenSSL"]),
    .room(
      "LoadGenerator", in: "Network",
      on: [
        "HTTPClient", "LinuxIO", "RealFunctions", "RandomStreams", "Statistics", "CEpoll",
      ]),

    .room("ScriptedServer", in: "Network", on: ["LinuxIO"]),
    .room(
      "LoadSelfCheck", in: "Network",
      on: ["LoadGenerator", "ScriptedServer", "LinuxIO", "Statistics"]),

    .room(
      "LoadTrials", in: "Network",
      on: ["LoadGenerator", "Gates", "Statistics", "Invites", "Profiles", "Vocabulary"]),

    // MARK: Languages · what libraries know of the world, behind the protocols of the rules
    .room("Locales", in: "Languages", on: ["AddressBooks", "Vocabulary", "CICU"]),
    .room("PhoneNumbers", in: "Languages", on: ["AddressBooks", "CPhoneNumber"]),

    // MARK: Scenarios · what people write, and how they are told of mistakes
    .room("Diagnostics", in: "Scenarios"),
    .room("JSON", in: "Scenarios"),
    .room("MarkupText", in: "Scenarios"),
    .room("TextLayout", in: "Scenarios"),
    // What a team counts of its funnel, by day of sending and lag.
    .room("Funnels", in: "Scenarios", on: ["Diagnostics"]),
    .room(
      "Scenarios", in: "Scenarios",
      on: [
        "Funnels", "CYAML", "CZlib", "Diagnostics", "JSON", "Profiles", "Onboarding", "GrowthModel",
        "Locales",
        "ContactTrials",
        "LoadTrials", "LoadGenerator", "Gates", "Statistics",
        "Vocabulary",
      ]),

    // MARK: Evidence · what runs say, and how surely
    // What a command found is a value of Runs, and every report renders one.
    .room("Runs", in: "Evidence", on: ["Statistics", "Gates", "Diagnostics", "JSON"]),
    .room(
      "Reports", in: "Evidence",
      on: [
        "Runs", "Statistics", "Gates", "Diagnostics", "MarkupText", "TextLayout", "OpenMetrics",
        "RealFunctions",
      ]),
    // Staged rollouts with guardrails, over daily counts by arm.
    .room("Rollouts", in: "Evidence", on: ["Statistics", "RandomStreams", "RealFunctions"]),
    .room(
      "Experiments", in: "Evidence",
      on: everyRule + [
        "Runs", "Diagnostics", "Scenarios", "GrowthModel", "SimulationKernel", "RandomStreams",
        "Statistics", "RealFunctions", "Gates", "Ranks", "Rollouts",
      ]),
    // Experiments that are simulated before they are run.
    .room(
      "Trials", in: "Evidence",
      on: [
        "GrowthModel", "SimulationKernel", "RandomStreams", "RealFunctions", "Statistics",
        "Vocabulary", "Runs",
      ]),
    // What observed counts say about the parameters of any simulator.
    .room(
      "Calibration", in: "Evidence",
      on: ["Statistics", "RandomStreams", "RealFunctions", "Matrices"]),
    // What a funnel says about the parameters of a scenario.
    .room(
      "FunnelStudies", in: "Evidence",
      on: [
        "Attribution", "Calibration", "Diagnostics", "Experiments", "Funnels", "GrowthModel",
        "Matrices", "RandomStreams", "Runs", "Scenarios", "SimulationKernel", "Statistics",
        "Vocabulary",
      ]),
    // What invites that cross between the arms of an experiment do to its answer.
    .room(
      "Interference", in: "Evidence", on: ["Statistics", "RandomStreams", "RealFunctions"]),
    .room(
      "Regressions", in: "Evidence",
      on: ["Runs", "Statistics", "RandomStreams", "RealFunctions", "JSON"]),

    .room(
      "Rehearsals", in: "Evidence",
      on: [
        "Vocabulary", "Invites", "Attribution", "Profiles", "Prompts", "GrowthModel",
        "LoadGenerator", "HTTPClient", "LinkSigning", "ServiceCalls", "LinuxIO", "JSON",
        "RandomStreams", "Statistics",
      ]),

    // MARK: CommandLine
    .room("Terminal", in: "CommandLine", on: ["Diagnostics", "TextLayout"]),
    // Decides cases from outside, and the story of the tour, by the rules.
    .room(
      "Decisions", in: "CommandLine",
      on: everyRule + [
        "Terminal", "TextLayout", "Diagnostics", "JSON", "LinkSigning", "Locales", "Scenarios",
      ]),
    // Executes what commands and stages of gates ask for, and writes its results.
    .room(
      "Runners", in: "CommandLine",
      on: everyRule + [
        "Decisions", "Terminal", "TextLayout", "LinkSigning", "Diagnostics", "JSON", "Scenarios",
        "Statistics", "GrowthModel", "Experiments", "SimulationKernel", "LinkService", "LinkStore",
        "ServiceCalls", "WebServer", "Secrets", "LinuxIO", "ContactTrials", "Gates", "HTTPClient",
        "LoadGenerator", "LoadTrials", "LoadSelfCheck", "RandomStreams", "Regressions", "Runs",
        "Reports", "Rehearsals", "Ranks", "Funnels", "FunnelStudies", "Trials",
        "Calibration",
      ]),
    // Runs the link service, and looks after its data.
    .room(
      "ServiceCommands", in: "CommandLine",
      on: [
        "Decisions", "Terminal", "TextLayout", "JSON", "LinkService", "LinkStore", "LinkSigning",
        "HTTPClient", "ServiceCalls", "WebServer", "Secrets", "LinuxIO", "Invites", "Vocabulary",
      ]),
    // Reads command lines, and prints.
    .room(
      "GrowthloopCLI", in: "CommandLine",
      on: [
        "Decisions", "Runners", "ServiceCommands", "Terminal", "TextLayout", "Diagnostics", "JSON",
        "Scenarios", "Statistics", "Experiments", "SimulationKernel", "Runs", "Reports",
        "Profiles", "Vocabulary", "Invites", "Ranks", "GrowthModel", "Trials", "Funnels",
        "FunnelStudies",
        "Calibration", "LoadTrials",
      ]),
    .executableTarget(
      name: "growthloop", dependencies: ["GrowthloopCLI", "Terminal"],
      path: "Sources/CommandLine/growthloop"),

    .room(
      "Benchmarks", in: "CommandLine",
      on: everyRule + [
        "LoadGenerator", "ScriptedServer",
        "SimulationKernel", "GrowthModel", "RandomStreams", "RealFunctions", "Statistics",
        "LinkService", "LinkStore", "LinuxIO", "Secrets", "CKernelYardstick", "ContactTrials",
        "CSQLite", "Experiments", "Scenarios", "Gates", "HTTPClient", "Rollouts", "Calibration",
        "Funnels", "FunnelStudies",
      ]),
    .room(
      "BenchmarksCLI", in: "CommandLine",
      on: [
        "Benchmarks", "Terminal", "TextLayout", "Diagnostics", "Runs", "JSON", "Experiments",
        "Gates",
        "GrowthModel", "Rollouts", "Interference", "Calibration",
        "Scenarios",
        "SimulationKernel", "Statistics",
      ]),
    .executableTarget(
      name: "growthloop-bench", dependencies: ["BenchmarksCLI", "Terminal"],
      path: "Sources/CommandLine/growthloop-bench"),

    // MARK: Tests · one for each room, named after the rules it proves
    // The files of all rooms: their names, and lines that stand twice.
    // Reads the sources, and the modules that it needs to be built.
    .testTarget(
      name: "HouseTests",
      dependencies: everyRule + ["SimulationKernel", "RandomStreams", "Statistics"],
      path: "Tests/House/HouseTests"),
    .target(name: "TestSupport", dependencies: ["Vocabulary"], path: "Tests/Support"),
    // Draws valid scenarios, and holds a run of each to what is true of any; `fuzz-scenarios` draws many.
    .target(
      name: "RandomScenarios",
      dependencies: [
        "Scenarios", "Diagnostics", "Profiles", "Experiments", "GrowthModel", "SimulationKernel",
        "Vocabulary", "Statistics", "CMalloc", "TestSupport",
      ], path: "Tests/RandomScenarios"),
    .executableTarget(
      name: "fuzz-scenarios", dependencies: ["RandomScenarios"], path: "Tests/FuzzScenarios"),
    .tests("RealFunctions", in: "Mathematics"),
    .tests("RandomStreams", in: "Mathematics", on: ["RealFunctions"]),
    .tests("Matrices", in: "Mathematics"),
    .tests(
      "Statistics", in: "Mathematics",
      on: ["RealFunctions", "RandomStreams", "CAllocationCounter"], golden: ["Golden"]),
    .tests(
      "GrowthModel", in: "Simulation",
      on: everyRule + ["SimulationKernel", "RandomStreams", "RealFunctions", "Statistics"],
      golden: ["Golden"]),
    .tests(
      "ContactTrials", in: "Simulation",
      on: ["AddressBooks", "Gates", "Profiles", "Statistics", "Vocabulary"]),
    .tests(
      "SimulationKernel", in: "Simulation",
      on: ["CAllocationCounter", "CMalloc", "RealFunctions", "RandomStreams", "Statistics"]),
    // A client that writes the bytes of a request as they are.
    .target(
      name: "TestSockets", dependencies: ["LinuxIO", "WebServer", "TestSupport"],
      path: "Tests/Sockets"),
    .tests("LinuxIO", in: "Network", on: ["CMalloc"]),
    .tests("Secrets", in: "Network"),
    .tests(
      "WebServer", in: "Network",
      on: [
        "LinuxIO", "Statistics", "OpenMetrics", "JSON", "TestSockets", "CAllocationCounter",
      ]),
    .tests("Ranks", in: "Network"),
    // Ranks in one process, for tests.
    .target(name: "TestRanks", dependencies: ["Ranks"], path: "Tests/Ranks"),
    .tests("Sealing", in: "Network", on: ["Secrets", "CAllocationCounter"]),
    .tests(
      "LinkStore", in: "Network",
      on: everyRule + ["LinkSigning", "CSQLite", "Sealing", "Secrets"], golden: ["Plain"]),
    .tests("ServiceCalls", in: "Network", on: ["Invites", "JSON", "Vocabulary"]),
    .tests(
      "LinkService", in: "Network",
      on: everyRule + [
        "ServiceCalls",
        "LinkStore", "LinkSigning", "WebServer", "LinuxIO", "Secrets", "JSON", "TestSockets",
        "CSQLite", "HTTPClient", "LoadGenerator", "OpenMetrics", "growthloop",
      ],
      golden: ["Attacks/failing-calls.c"]),
    .tests("HTTPClient", in: "Network"),
    .tests(
      "LoadGenerator", in: "Network",
      on: [
        "HTTPClient", "LoadSelfCheck", "ScriptedServer", "LinuxIO", "Statistics", "RandomStreams",
        "RealFunctions", "CAllocationCounter",
      ]),
    .tests(
      "LoadTrials", in: "Network",
      on: ["LoadGenerator", "Gates", "Statistics", "Profiles", "Invites"]),
    .tests("Vocabulary"),
    .tests("Invites", on: ["Vocabulary", "LinkSigning"]),
    .tests("Attribution", on: ["Vocabulary"]),
    .tests("Prompts", on: ["Vocabulary"]),
    .tests("Onboarding", on: ["Vocabulary"]),
    .tests("AddressBooks", on: ["Vocabulary", "CAllocationCounter"]),
    .tests("HomeSections", on: ["Vocabulary", "CAllocationCounter"]),
    .tests("Profiles", on: everyRule.dropLast(), golden: ["Golden"]),
    .tests("Locales", in: "Languages", on: ["AddressBooks", "Vocabulary"]),
    .tests("PhoneNumbers", in: "Languages", on: ["AddressBooks", "Vocabulary"]),
    .tests("Diagnostics", in: "Scenarios"),
    .tests("JSON", in: "Scenarios"),
    .tests("MarkupText", in: "Scenarios"),
    .tests("TextLayout", in: "Scenarios"),
    .tests("Funnels", in: "Scenarios", on: ["Diagnostics"]),
    .tests(
      "Scenarios", in: "Scenarios",
      on: everyRule + [
        "Diagnostics", "GrowthModel", "ContactTrials", "LoadTrials", "LoadGenerator",
      ]),
    .tests(
      "Experiments", in: "Evidence",
      on: everyRule + [
        "Diagnostics", "Runs", "Scenarios", "Gates", "GrowthModel", "SimulationKernel",
        "RandomStreams",
        "Statistics",
        "RandomScenarios", "Ranks", "Rollouts", "TestRanks",
      ]),
    .tests("Rollouts", in: "Evidence", on: ["Statistics", "RandomStreams"]),
    .tests(
      "Calibration", in: "Evidence",
      on: ["Statistics", "RandomStreams", "RealFunctions", "Matrices", "SimulationKernel"]),
    .tests(
      "Trials", in: "Evidence",
      on: [
        "Attribution", "GrowthModel", "SimulationKernel", "Profiles", "Prompts", "Runs",
        "RealFunctions", "Reports", "Statistics", "Vocabulary",
      ]),
    .tests(
      "FunnelStudies", in: "Evidence",
      on: [
        "Calibration", "Diagnostics", "Funnels", "GrowthModel", "Profiles", "RandomStreams", "Runs",
        "Scenarios", "SimulationKernel", "Statistics", "Vocabulary",
      ]),
    .tests(
      "Interference", in: "Evidence", on: ["Statistics", "RandomStreams", "RealFunctions"]),
    .tests(
      "Regressions", in: "Evidence",
      on: ["Runs", "Statistics", "RandomStreams", "RealFunctions", "JSON"]),
    .tests("Runs", in: "Evidence", on: ["Statistics", "Gates", "Diagnostics"]),
    .tests("Reports", in: "Evidence", on: ["Runs", "Statistics", "Gates", "Diagnostics"]),
    .tests(
      "Rehearsals", in: "Evidence",
      on: [
        "Vocabulary", "Invites", "Attribution", "Profiles", "Prompts", "GrowthModel",
        "LinkSigning", "ServiceCalls", "JSON",
      ]),
    // A console in memory.
    .target(name: "TestConsole", dependencies: ["Terminal", "TextLayout"], path: "Tests/Console"),
    .tests(
      "Benchmarks", in: "CommandLine",
      on: [
        "CAllocationCounter", "AddressBooks", "Calibration", "Experiments", "GrowthModel",
        "SimulationKernel",
        "Statistics",
      ]),
    .tests("BenchmarksCLI", in: "CommandLine", on: ["Terminal", "TestConsole"]),
    .tests("Terminal", in: "CommandLine", on: ["TestConsole", "TextLayout"]),
    .tests(
      "GrowthloopCLI", in: "CommandLine",
      on: everyRule + [
        "Decisions", "Runners", "ServiceCommands", "TextLayout", "LinkService", "LinkSigning",
        "LinkStore", "Statistics", "Scenarios", "Experiments", "JSON",
        "ContactTrials", "Gates", "GrowthModel",
        "LinuxIO", "LoadTrials", "LoadGenerator", "ScriptedServer", "Runs", "Reports", "Terminal",
        "TestConsole", "TestRanks", "TestSockets", "Ranks", "Secrets", "WebServer",
        "growthloop",
      ],
      golden: ["Golden"]),
  ],
  cxxLanguageStandard: .cxx17
)

extension Target {
  static func room(
    _ name: String, in neighbourhood: String, on floorBelow: [Dependency] = [],
    linking libraries: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: floorBelow, path: "Sources/\(neighbourhood)/\(name)",
      linkerSettings: libraries.map { .linkedLibrary($0, .when(platforms: [.linux])) })
  }

  static func rule(_ name: String, on floorBelow: [Dependency] = []) -> Target {
    // Rounding is the C library's, which nothing else links where no Foundation is.
    .room(name, in: "Rules", on: floorBelow, linking: ["m"])
  }

  static func tests(
    _ name: String, in neighbourhood: String = "Rules", on others: [Dependency] = [],
    golden: [String] = []
  ) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + others,
      path: "Tests/\(neighbourhood)/\(name)Tests", exclude: golden)
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
  package.keep(Set(rooms.split(separator: " ").map(String.init)))
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
