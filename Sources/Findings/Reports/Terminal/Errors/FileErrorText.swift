import Foundation

/// The reason why a file cannot be read, or a folder not be written to.
///
/// Foundation's own texts on Linux are mostly unspecific.
package enum FileErrorText {
  /// Returns the obstacle to reading the file at `path`.
  package static func toReading(_ path: String, _ error: any Error) -> String {
    toReading(path) ?? reason(error)
  }

  /// Returns a foreseeable obstacle to reading the file at `path`; `nil` if there is none.
  package static func toReading(_ path: String) -> String? {
    switch kind(of: path) {
    case nil: "there is no such file"
    case .typeDirectory?: "it is a folder"
    case .typeRegular?: nil
    default: "it is not a regular file"
    }
  }

  /// Returns the obstacle to writing to the folder at `path`.
  package static func toWriting(_ path: String, _ error: any Error) -> String {
    toWriting(path) ?? reason(error)
  }

  /// Returns a foreseeable obstacle to writing to the folder at `path`, which need not exist.
  ///
  /// `nil` if there is none.
  package static func toWriting(_ path: String) -> String? {
    var place = URL(filePath: path).standardizedFileURL
    while kind(of: place.path) == nil, place.path != "/" { place.deleteLastPathComponent() }
    guard kind(of: place.path) != .typeSymbolicLink else {
      return "'\(place.path)' is a symbolic link to nothing"
    }
    guard kind(of: place.path) == .typeDirectory else {
      return place == URL(filePath: path).standardizedFileURL
        ? "it is a file" : "'\(place.path)' is a file"
    }
    guard FileManager.default.isWritableFile(atPath: place.path) else {
      return "'\(place.path)' may not be written to"
    }
    return tooLong(URL(filePath: path).standardizedFileURL, in: place)
  }

  /// Returns the same for a file at `path`.
  package static func toWritingFile(_ path: String) -> String? {
    let file = URL(filePath: path).standardizedFileURL
    if kind(of: file.path) == .typeDirectory { return "it is a folder" }
    let folder = file.deletingLastPathComponent()
    return toWriting(folder.path) ?? tooLong(file, in: folder)
  }

  /// Returns an excessive length of a new path below `place`; `nil` if there is none.
  private static func tooLong(_ target: URL, in place: URL) -> String? {
    // Reserves room for the files in the folder of a run, and for its temporary name.
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

  /// Returns the limit of a name in the file system of a folder that exists.
  private static func longestName(in folder: String) -> Int {
    let answer = unsafe pathconf(folder, Int32(_PC_NAME_MAX))
    return answer > 0 ? answer : Int(NAME_MAX)
  }

  /// Returns the obstacle to starting work that writes to the folder at `path`.
  ///
  /// It is the text of an error of ours, or of the system's.
  package static func toBeginning(in path: String, _ error: any Error) -> String {
    (error as NSError).domain == NSCocoaErrorDomain ? toWriting(path, error) : "\(error)"
  }

  /// Whether an error is one of the system, and none of ours.
  package static func isOfSystem(_ error: any Error) -> Bool {
    [NSCocoaErrorDomain, NSPOSIXErrorDomain].contains((error as NSError).domain)
  }

  /// Returns the system's text for the innermost underlying error.
  package static func reason(_ error: any Error) -> String {
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
