import Foundation

extension SQLiteLinkStore {
  /// Whether a folder holds a store, of whatever release and state.
  public static func exists(in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(databaseName)")
  }
}
