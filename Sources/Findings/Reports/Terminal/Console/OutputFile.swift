package import Foundation
import Synchronization

/// A file that a command writes where its command line says.
///
/// A plain file appears whole: it is written beside its place, and renamed. A device or a pipe is
/// written in place. Nothing else is written to, nor what the command itself has read or written.
package final class OutputFile {
  private let path: String
  /// What messages call the content, such as "the events".
  private let content: String
  private let mayBeRead: Bool
  private let stream: FileHandle?

  /// Opens a device or pipe, which waits for the reader of a pipe, and checks any other place.
  ///
  /// - Throws: `InputOutputError` for a place that may not be written to.
  package init(_ path: String, for content: String, mayBeRead: Bool = false) throws {
    self.path = path
    self.content = content
    self.mayBeRead = mayBeRead
    do {
      guard try Self.place(at: path) != .stream else {
        stream = try FileHandle(forWritingTo: URL(filePath: path))
        return
      }
      stream = nil
      try Self.checkUse(of: path, mayBeRead)
      if FilesInUse.use(of: path) == .output {
        throw Obstacle("another option names it as well")
      }
      FilesInUse.note(path, as: .output)
    } catch let obstacle as Obstacle {
      throw Self.error(path, content, obstacle.words)
    } catch {
      throw Self.error(path, content, FileErrorText.reason(error))
    }
  }

  /// Whether it is a device or a pipe, of which nothing can be read before.
  package var isStream: Bool { stream != nil }

  /// Writes by `body`; a plain file appears only if that returns `true`.
  package func write(_ body: (FileHandle) throws -> Bool) throws -> Bool {
    do {
      guard let stream else { return try writeAside(body) }
      return try body(stream)
    } catch let obstacle as Obstacle {
      throw Self.error(path, content, obstacle.words)
    } catch let error where FileErrorText.isOfSystem(error) {
      let foreseeable = isStream ? nil : FileErrorText.toWritingFile(path)
      throw Self.error(path, content, foreseeable ?? FileErrorText.reason(error))
    }
  }

  package func write(_ bytes: some Sequence<UInt8>) throws {
    _ = try write { file in
      try file.write(contentsOf: Data(bytes))
      return true
    }
  }

  private func writeAside(_ body: (FileHandle) throws -> Bool) throws -> Bool {
    let target = URL(filePath: path).standardizedFileURL
    let folder = target.deletingLastPathComponent()
    let unfinished = folder.appending(path: UnfinishedName.of(target))
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: unfinished)
    defer { try? manager.removeItem(at: unfinished) }
    let file = try FileHandle(forWritingTo: unfinished)
    defer { try? file.close() }
    guard try body(file) else { return false }
    // What is there may have changed since the beginning.
    let place = try Self.place(at: path)
    guard place != .stream else { throw Obstacle.isStream }
    try Self.checkUse(of: path, mayBeRead)
    if place == .file, let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] {
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: unfinished.path)
    }
    guard unsafe rename(unfinished.path, target.path) == 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
    return true
  }

  private static func error(
    _ path: String, _ content: String, _ words: String
  ) -> InputOutputError {
    InputOutputError(description: "cannot write \(content) to '\(path)': \(words)")
  }
}

extension OutputFile {
  /// What is at a path to which something is written.
  private enum Place { case nothing, file, stream }

  /// The reason why a path is not written to.
  private struct Obstacle: Error {
    let words: String

    init(_ words: String) { self.words = words }

    static let isRead = Obstacle("this run reads it")
    static let isStream = Obstacle("it is a device or a pipe")
  }

  /// Returns the reason why no plain file of results may be put at `path`; `nil` if there is none.
  package static func obstacle(toResultAt path: String) -> String? {
    do throws(Obstacle) {
      guard try place(at: path) != .stream else { return Obstacle.isStream.words }
      return FilesInUse.use(of: path) == .read ? Obstacle.isRead.words : nil
    } catch {
      return error.words
    }
  }

  private static func checkUse(of path: String, _ mayBeRead: Bool) throws(Obstacle) {
    switch FilesInUse.use(of: path) {
    case .read: if !mayBeRead { throw .isRead }
    case .results: throw Obstacle("this run writes its results there")
    case .output, nil: break
    }
  }

  private static func place(at path: String) throws(Obstacle) -> Place {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if let words = FileErrorText.toWritingFile(path) { throw Obstacle(words) }
      return .nothing
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    // A link to a device or a pipe is followed, for the shell gives such names: /dev/stdout.
    if isLink { unsafe stat(path, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFCHR, S_IFIFO: return .stream
    case _ where isLink:
      throw Obstacle("it is a symbolic link: name the file itself, or remove the link")
    case S_IFDIR: throw Obstacle("it is a folder")
    case S_IFREG:
      guard FileManager.default.isWritableFile(atPath: path) else {
        throw Obstacle("it may not be written to")
      }
    default: throw Obstacle("it is not a regular file")
    }
    if let words = FileErrorText.toWritingFile(path) { throw Obstacle(words) }
    return .file
  }
}

/// The files that one command has read and written, so that no output takes the place of one.
package final class FilesInUse: Sendable {
  package enum Use { case read, results, output }

  @TaskLocal package static var ofCommand: FilesInUse?

  private let uses = Mutex<[String: Use]>([:])

  package init() {}

  /// Notes what the command does with a file.
  package static func note(_ path: String, as use: Use) {
    guard let command = ofCommand else { return }
    let place = place(of: path)
    command.uses.withLock { uses in
      // A page is made of results that are read again.
      if use != .read || uses[place] != .results { uses[place] = use }
    }
  }

  /// Returns what the command has done with a file.
  package static func use(of path: String) -> Use? {
    let place = place(of: path)
    return ofCommand?.uses.withLock { $0[place] }
  }

  /// Whether the command has read a file in that folder.
  package static func readsFile(in folder: String) -> Bool {
    let place = place(of: folder) + "/"
    return ofCommand?.uses.withLock { uses in
      uses.contains { $0.value == .read && $0.key.hasPrefix(place) }
    } ?? false
  }

  /// Returns a path that is the same for all names of a file.
  private static func place(of path: String) -> String {
    let file = URL(filePath: path).standardizedFileURL
    return file.deletingLastPathComponent().resolvingSymlinksInPath()
      .appending(path: file.lastPathComponent).resolvingSymlinksInPath()
      .path(percentEncoded: false)
  }
}

/// The name of a file or folder until it is complete.
package enum UnfinishedName {
  /// The limit of its own name, so that the extended name fits the file system.
  private static let most = 100

  /// Returns a unique hidden name that contains its own.
  package static func of(_ place: URL) -> String {
    var name = place.lastPathComponent
    while name.utf8.count > most { name.removeLast() }
    return ".\(name).\(UUID())"
  }
}
