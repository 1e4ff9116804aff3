import Foundation

/// Why a file cannot be read, or a folder not be written to, in plain words.
///
/// What Foundation says of it on Linux is mostly that something went wrong.
enum FileObstacle {
  /// What keeps anybody from reading the file of that path.
  static func toReading(_ path: String, _ error: any Error) -> String {
    switch kind(of: path) {
    case nil: "there is no such file"
    case .typeDirectory?: "it is a folder"
    case .typeRegular?: reason(error)
    default: "it is no file"
    }
  }

  /// What keeps anybody from writing to the folder of that path.
  static func toWriting(_ path: String, _ error: any Error) -> String {
    toWriting(path) ?? reason(error)
  }

  /// What can be known before of what keeps anybody from writing to the folder of that path, which need
  /// not be there yet; `nil` for nothing.
  static func toWriting(_ path: String) -> String? {
    var place = URL(filePath: path).standardizedFileURL
    while kind(of: place.path) == nil, place.path != "/" { place.deleteLastPathComponent() }
    guard kind(of: place.path) == .typeDirectory else {
      return place == URL(filePath: path).standardizedFileURL
        ? "it is a file" : "'\(place.path)' is a file"
    }
    guard FileManager.default.isWritableFile(atPath: place.path) else {
      return "'\(place.path)' may not be written to"
    }
    return nil
  }

  /// What keeps something from beginning that writes to the folder of that path: the words of an error of
  /// ours, or of the system's.
  static func toBeginning(in path: String, _ error: any Error) -> String {
    (error as NSError).domain == NSCocoaErrorDomain ? toWriting(path, error) : "\(error)"
  }

  /// What the system says, below all that was made of it.
  static func reason(_ error: any Error) -> String {
    var error = error as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      error = cause as NSError
    }
    guard error.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    let text = unsafe String(cString: strerror(Int32(error.code)))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func kind(of path: String) -> FileAttributeType? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    return (try? FileManager.default.attributesOfItem(atPath: target))?[.type]
      as? FileAttributeType
  }
}
