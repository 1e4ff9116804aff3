import Foundation

/// The files of a module, and every mutant that they may have.
struct ModuleSource {
  let module: Module
  /// The text of each file, by its path below the module's folder, in the order of the paths.
  let files: [(path: String, text: String)]
  /// The places of each file; the mutants are numbered from 1.
  private(set) var sites: [String: [Site]] = [:]
  let fingerprint: String
  /// Of the tests that prove the module.
  let testFingerprint: String

  init(_ module: Module, package: URL) throws {
    self.module = module
    files = try SourceFiles.read(below: package.appending(path: module.folder))
    fingerprint = SourceFiles.fingerprint(files)
    var tests: [(path: String, text: String)] = []
    for neighbourhood in ["Rules", "Simulation", "Mathematics"] {
      for target in module.tests {
        let folder = package.appending(path: "Tests/\(neighbourhood)/\(target)")
        if FileManager.default.fileExists(atPath: folder.path) {
          tests += try SourceFiles.read(below: folder)
        }
      }
    }
    testFingerprint = SourceFiles.fingerprint(tests)
    var number = 0
    for file in files {
      var found = MutantFinder.sites(of: file.text, file: file.path)
      for site in found.indices {
        for mutant in found[site].mutants.indices {
          number += 1
          found[site].mutants[mutant].number = number
        }
      }
      sites[file.path] = found
    }
  }

  /// All mutants in the order of their numbers.
  var mutants: [Mutant] {
    files.flatMap { file in sites[file.path, default: []].flatMap(\.mutants) }
  }
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
