import Foundation

/// What a folder is called until it is whole.
enum UnfinishedName {
  /// Of the folder's own name so much is kept that the file system takes what is added.
  private static let most = 100

  /// A hidden name that no other folder has, and by which people see whose it is.
  static func of(_ folder: URL) -> String {
    var name = folder.lastPathComponent
    while name.utf8.count > most { name.removeLast() }
    return ".\(name).\(UUID())"
  }
}
