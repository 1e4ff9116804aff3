import Foundation

/// The name of a folder until it is complete.
enum UnfinishedName {
  /// The limit of the folder's own name, so that the extended name fits the file system.
  private static let most = 100

  /// Returns a unique hidden name that contains the folder's own.
  static func of(_ folder: URL) -> String {
    var name = folder.lastPathComponent
    while name.utf8.count > most { name.removeLast() }
    return ".\(name).\(UUID())"
  }
}
