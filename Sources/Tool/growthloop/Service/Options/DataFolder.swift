import Foundation
import GrowthloopLinkStore
import GrowthloopTransport
import GrowthloopReports

/// The folder for the service's data and its secret.
struct DataFolder {
  let path: String
  /// Whether only the secret is stored.
  let isForSecretOnly: Bool

  static let memory = CommandOption(
    flag: "--memory", "stores nothing on disk: all links are lost when the service ends")
  static let option = CommandOption(
    "--data", "DIR",
    "the data folder (default: growthloop in $XDG_STATE_HOME, or in ~/.local/state)",
    completion: .folder)

  /// Finds the folder, and creates it if necessary, accessible to its owner only.
  static func read(_ arguments: Arguments, on console: any Console) throws -> DataFolder {
    let path = try arguments.one(option) ?? usual(console)
    let missing = missing(above: path)
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw InputOutputError(
        description: "cannot make the folder '\(path)' for the data: "
          + "\(FileErrorText.toWriting(path, error)); '\(option) DIR' names another")
    }
    // Else the machine may stop, and find the folder gone with all that was acknowledged.
    for folder in missing {
      do throws(SystemCallError) {
        try SmallFile(folder).syncName()
      } catch {
        throw InputOutputError(description: "\(error)")
      }
    }
    return DataFolder(path: path, isForSecretOnly: arguments.has(memory))
  }

  /// Returns the folder and those above it, as far as they do not exist.
  private static func missing(above path: String) -> [String] {
    var missing: [String] = []
    var folder = URL(filePath: path).standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      missing.append(folder.path)
      folder.deleteLastPathComponent()
    }
    return missing
  }

  /// Finds a folder with the data of a service; it never creates one.
  static func existing(_ named: String?, on console: any Console) throws -> DataFolder {
    let path = try named ?? usual(console)
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputOutputError(description: "there is no folder '\(path)'")
    }
    guard isFolder.boolValue else {
      throw InputOutputError(description: "'\(path)' is not a folder")
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
      throw UsageError(description: "there is no home folder: give '--data DIR'")
    }
    return "\(home)/.local/state/growthloop"
  }
}
