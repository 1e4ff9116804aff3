import Foundation

/// The files of a module, and every mutant that they may have.
struct ModuleSource {
  let module: Module
  /// The text of each file, by its path below the module's folder, in the order of the paths.
  let files: [(path: String, text: String)]
  /// The places of each file; the mutants are numbered from 1 when a ground is read.
  fileprivate(set) var sites: [String: [Site]] = [:]
  let fingerprint: String

  init(_ module: Module, package: URL) throws {
    self.module = module
    files = try SourceFiles.read(below: package.appending(path: module.folder))
    fingerprint = SourceFiles.fingerprint(files)
    var names = MutantNames(module: module.name)
    for file in files {
      sites[file.path] = MutantFinder.sites(
        of: file.text, file: "\(module.name)/\(file.path)", names: &names)
    }
  }

  /// All mutants in the order of the files.
  var mutants: [Mutant] {
    files.flatMap { file in sites[file.path, default: []].flatMap(\.mutants) }
  }
}

/// The modules of a ground, their mutants numbered through, and the tests that prove them.
struct GroundSource {
  let ground: Ground
  private(set) var modules: [ModuleSource]
  let fingerprint: String
  let testFingerprint: String

  init(_ ground: Ground, package: URL) throws {
    self.ground = ground
    modules = try ground.modules.map { try ModuleSource($0, package: package) }
    fingerprint = modules.map(\.fingerprint).joined(separator: " ")
    var tests: [(path: String, text: String)] = []
    for neighbourhood in Ground.names {
      for target in ground.tests {
        let folder = package.appending(path: "Tests/\(neighbourhood)/\(target)")
        if FileManager.default.fileExists(atPath: folder.path) {
          tests += try SourceFiles.read(below: folder)
        }
      }
    }
    testFingerprint = SourceFiles.fingerprint(tests)
    for module in modules.indices {
      // Each module counts from its own thousands, so that a change in one leaves the others built.
      var number = module * GroundSource.most
      for file in modules[module].files {
        var sites = modules[module].sites[file.path, default: []]
        sites.number(from: &number)
        modules[module].sites[file.path] = sites
      }
    }
  }

  /// More mutants than any module has.
  private static let most = 20_000

  var highestNumber: Int { modules.count * GroundSource.most }

  var mutantCount: Int { modules.reduce(0) { $0 + $1.mutants.count } }
}

/// Swift files below a folder.
enum SourceFiles {
  static func read(below folder: URL) throws -> [(path: String, text: String)] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else {
      throw MutantsError("\(folder.path) cannot be read")
    }
    return try paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  static func fingerprint(_ files: [(path: String, text: String)]) -> String {
    var code = Fingerprint()
    for file in files {
      code.add(file.path)
      code.add(file.text)
    }
    return code.text
  }
}
