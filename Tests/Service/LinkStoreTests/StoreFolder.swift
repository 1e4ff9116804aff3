import Foundation
import GrowthloopTransport

@testable import GrowthloopLinkStore

/// A folder for one test, gone when the test is.
final class StoreFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "growthloop-store-" + UUID().uuidString
    do throws(StoreError) {
      try DiskFile.makeFolder(path)
    } catch {
      preconditionFailure("no folder for a test: \(error)")
    }
  }

  /// A folder that another removes.
  init(at path: String) { self.path = path }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files of the journal, in order.
  var journal: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?
      .filter { $0.hasPrefix("journal-") }.sorted() ?? []
  }

  var files: StoreFiles { StoreFiles(path) }

  var database: String { files.database }

  func bytes(of name: String) -> [UInt8] {
    Array(FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data())
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// A copy of all files as they are at this moment.
  func copy() throws -> StoreFolder {
    let copy = StoreFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try copy.write(bytes(of: name), to: name)
    }
    return copy
  }

  /// Whether these bytes stand in any file.
  func holds(_ wanted: [UInt8]) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: path).contains { name in
      Data(bytes(of: name)).range(of: Data(wanted)) != nil
    }
  }
}

extension Secret {
  /// The root secret of every test.
  static let test: Secret = {
    guard let secret = Secret([UInt8](repeating: 7, count: 32)) else {
      preconditionFailure("32 bytes are a secret")
    }
    return secret
  }()
}

/// Whether something comes about within a minute that another thread does.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
  }
  return false
}
