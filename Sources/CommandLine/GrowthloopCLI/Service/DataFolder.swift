import Foundation
import LinkStore

/// Where the service keeps what it knows, and its secret.
struct DataFolder {
  let path: String
  /// Whether nothing but the secret is kept.
  let isForSecretOnly: Bool

  static let flag = "--memory"
  static let option = "--data"

  static let help = """
      --data DIR            where everything is kept; by default growthloop in $XDG_STATE_HOME, or in
                            ~/.local/state
    """

  /// Finds the folder, and makes it if need be, for its owner alone.
  static func read(_ arguments: Arguments, on console: any Console) throws -> DataFolder {
    let path = try arguments.one(option) ?? usual(console)
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw InputOutputError(
        description: "cannot make the folder '\(path)' for the data: "
          + "\(FileObstacle.toWriting(path, error)); '\(option) DIR' names another")
    }
    return DataFolder(path: path, isForSecretOnly: arguments.has(flag))
  }

  /// Finds a folder in which a service has kept something, and makes none.
  static func existing(_ named: String?, on console: any Console) throws -> DataFolder {
    let path = try named ?? usual(console)
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputOutputError(description: "there is no folder '\(path)'")
    }
    guard isFolder.boolValue else {
      throw InputOutputError(description: "'\(path)' is no folder")
    }
    guard SQLiteLinkStore.exists(in: path) else {
      throw InputOutputError(
        description: "no service has kept links in '\(path)'; name the folder of its '\(option)'")
    }
    return DataFolder(path: path, isForSecretOnly: false)
  }

  private static func usual(_ console: any Console) throws -> String {
    if let state = console.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/growthloop"
    }
    guard let home = console.variable("HOME"), home.hasPrefix("/") else {
      throw UsageError(description: "there is no home folder here: say '--data DIR'")
    }
    return "\(home)/.local/state/growthloop"
  }
}
