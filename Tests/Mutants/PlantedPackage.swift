import Foundation

/// A copy of the package in which the modules of a ground have all their mutants, each off until its
/// number is named.
struct PlantedPackage {
  let source: GroundSource
  /// The package that is copied.
  let original: URL
  /// Where the copy, its build and its results lie.
  let folder: URL
  /// How each place is written, by the name of its first mutant; `call` where nothing is noted.
  private(set) var styles: [String: Planting.Style] = [:]

  private var copy: URL { folder.appending(path: "package") }
  private var stylesFile: URL { folder.appending(path: "styles.json") }

  /// The program that runs the tests.
  var tests: URL { copy.appending(path: ".build/debug/growthloopPackageTests.xctest") }

  init(_ source: GroundSource, original: URL, folder: URL) throws {
    self.source = source
    self.original = original
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let data = try? Data(contentsOf: stylesFile),
      let noted = try? JSONDecoder().decode([String: Planting.Style].self, from: data)
    {
      // A place is named by its code: where the code is new, so is the name.
      styles = noted
    }
  }

  /// The mutants of a module that the compiler took.
  func mutants(of module: ModuleSource) -> [Mutant] {
    module.files.flatMap { file in
      module.sites[file.path, default: []].filter { style(of: $0) != .none }.flatMap(\.mutants)
    }
  }

  private func style(of site: Site) -> Planting.Style {
    site.mutants.first.flatMap { styles[$0.name] } ?? .call
  }
}

// MARK: The copy

extension PlantedPackage {
  /// Brings the copy up to the original; a file that is as it should be is not touched.
  func write() throws {
    var wanted: Set<String> = ["Package.swift"]
    let leftOut = ["Tests/Mutants/"] + source.ground.modules.map { "\($0.folder)/" }
    for top in ["Sources", "Tests", "scenarios"] {
      let from = original.appending(path: top)
      guard let paths = FileManager.default.enumerator(atPath: from.path) else { continue }
      for case let path as String in paths {
        let file = "\(top)/\(path)"
        if leftOut.contains(where: file.hasPrefix) { continue }
        var isFolder: ObjCBool = false
        let place = original.appending(path: file)
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { continue }
        wanted.insert(file)
        try write(Data(contentsOf: place), to: file)
      }
    }
    for (file, text) in planted() {
      wanted.insert(file)
      try write(Data(text.utf8), to: file)
    }
    try write(Data(manifest().utf8), to: "Package.swift")
    for top in ["Sources", "Tests", "scenarios"] {
      let below = copy.appending(path: top)
      for case let path as String in FileManager.default.enumerator(atPath: below.path) ?? .init() {
        var isFolder: ObjCBool = false
        let place = below.appending(path: path)
        if FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder),
          !isFolder.boolValue, !wanted.contains("\(top)/\(path)")
        {
          try FileManager.default.removeItem(at: place)
        }
      }
    }
  }

  /// The modules' files with their mutants, and the switch.
  private func planted() -> [(file: String, text: String)] {
    var files: [(file: String, text: String)] = []
    for module in source.modules {
      let folder = module.module.folder
      for file in module.files {
        let text = Planting.text(
          file.text, sites: module.sites[file.path, default: []], style: style(of:))
        files.append(("\(folder)/\(file.path)", text))
      }
      files.append(("\(folder)/Mutants+Switch.swift", Switch.functions))
    }
    let system = "Sources/System/CMutants"
    files.append(("\(system)/include/CMutants.h", Switch.header))
    files.append(("\(system)/CMutants.c", Switch.implementation(highest: source.highestNumber)))
    return files
  }

  /// The manifest, with the switch under the modules; a mutant may make code that warns.
  private func manifest() throws -> String {
    let text = try String(contentsOf: original.appending(path: "Package.swift"), encoding: .utf8)
      .replacingOccurrences(of: ".treatAllWarnings(as: .error),", with: "")
      .replacingOccurrences(of: ".strictMemorySafety(),", with: "")
    return text + """

      package.targets.append(.target(name: "CMutants", path: "Sources/System/CMutants"))
      for target in package.targets where \(source.ground.modules.map(\.target)).contains(target.name) {
        target.dependencies.append("CMutants")
      }
      """ + (source.ground.isSlow ? Self.optimisation : "")
  }

  /// Everything but the tests themselves, which the compiler of Swift 6.3.1 cannot optimise: it fails
  /// to verify what it made of them.
  private static let optimisation = """

    for target in package.targets where target.type == .regular && !target.path!.contains("System") {
      target.swiftSettings = (target.swiftSettings ?? []) + [
        .unsafeFlags(["-O", "-assert-config", "Debug"])
      ]
    }
    """

  private func write(_ data: Data, to file: String) throws {
    let place = copy.appending(path: file)
    if let old = try? Data(contentsOf: place), old == data { return }
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }
}

// MARK: The build

extension PlantedPackage {
  /// Builds the copy; what the compiler refuses is written another way, or left out.
  ///
  /// - Throws: `MutantsError` with the compiler's words where no mutant is to blame.
  mutating func build(swift: String, progress: (String) -> Void) throws {
    for round in 1...20 {
      try write()
      let outcome = try ChildProcess(
        arguments: [
          swift, "build", "--build-tests", "-debug-info-format", "none",
          "-Xswiftc", "-suppress-warnings",
        ],
        environment: ["GROWTHLOOP_ROOMS": source.ground.tests.joined(separator: " ")],
        folder: copy.path
      ).run()
      if ChildProcess.wasInterrupted { throw MutantsError("interrupted") }
      if outcome.code == 0 { return }
      let refused = refusals(in: outcome.output)
      guard !refused.isEmpty else {
        throw MutantsError("\(source.ground.name) does not build:\n\(outcome.output.suffix(6000))")
      }
      for site in refused {
        guard let name = site.mutants.first?.name else { continue }
        styles[name] = site.next(after: style(of: site))
      }
      try JSONEncoder().encode(styles).write(to: stylesFile)
      progress("build \(round): the compiler refuses \(refused.count) places")
    }
    throw MutantsError("\(source.ground.name) does not build in twenty rounds")
  }

  /// The places that the compiler's errors point at.
  private func refusals(in output: String) -> [Site] {
    var refused: [String: Site] = [:]
    var seen: Set<Substring> = []
    for line in output.split(separator: "\n")
    where line.contains(": error: ") && seen.insert(line).inserted {
      let parts = line.split(separator: ":", maxSplits: 2)
      guard parts.count == 3, let number = Int(parts[1]) else { continue }
      let sites = self.sites(ofFileAt: String(parts[0])).filter { style(of: $0) != .none }
      for site in PlantedPackage.blamed(sites, line: number) {
        if let name = site.mutants.first?.name { refused[name] = site }
      }
    }
    return Array(refused.values)
  }

  private func sites(ofFileAt path: String) -> [Site] {
    for module in source.modules {
      let prefix = copy.appending(path: module.module.folder).path + "/"
      if path.hasPrefix(prefix) {
        return module.sites[String(path.dropFirst(prefix.count)), default: []]
      }
    }
    return []
  }

  /// The places nearest to a line: on it, else in its statement, else in its function.
  private static func blamed(_ sites: [Site], line: Int) -> [Site] {
    for range in [\Mutant.lines, \Mutant.statement, \Mutant.function] {
      let near = sites.filter { $0.mutants.contains { $0[keyPath: range].contains(line) } }
      let length = near.compactMap { $0.mutants.first?[keyPath: range].count }.min()
      let nearest = near.filter { $0.mutants.first?[keyPath: range].count == length }
      if !nearest.isEmpty { return nearest }
    }
    return []
  }
}
