import Foundation

/// Why a file cannot be read, or a folder not be written to, in plain words.
///
/// What Foundation says of it on Linux is mostly that something went wrong.
enum FileObstacle {
  /// What keeps anybody from reading the file of that path.
  static func toReading(_ path: String, _ error: any Error) -> String {
    toReading(path) ?? reason(error)
  }

  /// What can be known before of what keeps anybody from reading the file of that path; `nil` for nothing.
  static func toReading(_ path: String) -> String? {
    switch kind(of: path) {
    case nil: "there is no such file"
    case .typeDirectory?: "it is a folder"
    case .typeRegular?: nil
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
    return tooLong(URL(filePath: path).standardizedFileURL, in: place)
  }

  /// The same for a file of that path.
  static func toWritingFile(_ path: String) -> String? {
    let file = URL(filePath: path).standardizedFileURL
    if kind(of: file.path) == .typeDirectory { return "it is a folder" }
    let folder = file.deletingLastPathComponent()
    return toWriting(folder.path) ?? tooLong(file, in: folder)
  }

  /// What is too long about a path that is not yet there below `place`; `nil` for nothing.
  private static func tooLong(_ target: URL, in place: URL) -> String? {
    // Room for what stands in the folder of a run, and for its name until it is whole.
    let (longest, room) = (Int(PATH_MAX) - 1, 300)
    guard target.path.utf8.count + room <= longest else {
      return "the path has \(target.path.utf8.count) bytes, and \(longest - room) are the most; "
        + "choose a shorter one"
    }
    let most = longestName(in: place.path)
    let names = target.pathComponents.dropFirst(place.pathComponents.count)
    return names.map(\.utf8.count).first { $0 > most }.map { count in
      "a name of \(count) bytes is too long, \(most) are the most; choose a shorter one"
    }
  }

  /// How long a name may be in the file system of a folder, or of the nearest one above it that is there.
  private static func longestName(in folder: String) -> Int {
    let answer = unsafe pathconf(folder, Int32(_PC_NAME_MAX))
    return answer > 0 ? answer : Int(NAME_MAX)
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
