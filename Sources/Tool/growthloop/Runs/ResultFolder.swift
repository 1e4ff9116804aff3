import Foundation
package import GrowthloopFindings
import GrowthloopLoadGenerator
package import GrowthloopReports
import GrowthloopStudies
import GrowthloopTransport

/// The folder for the results of one run.
///
/// The measurements appear completely or not at all, and `run.json` last in an existing folder. The
/// page that shows them is written after them. In the folder they replace plain files alone.
package struct ResultFolder {
  let path: String
  /// The name in errors.
  let name: String

  package init(path: String, called name: String? = nil) {
    self.path = path
    self.name = name ?? path
  }

  package static func isFolder(_ path: String) -> Bool {
    let values = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory ?? false
  }

  /// The name of the page that shows a run.
  package static let page = "report.html"

  /// Writes the output of a run: its files, and the page that shows it.
  package func write(_ output: StageOutput) throws {
    try check([Self.page])
    try write(output.files + [ResultFile("run.json", try output.findings.jsonWithAnswer())])
    try write([ResultFile(Self.page, try output.findings.report(in: files).html)])
  }

  /// Throws for a file whose place may not be taken.
  private func check(_ names: [String]) throws {
    for file in names {
      if let obstacle = OutputFile.obstacle(toResultAt: "\(path)/\(file)") {
        throw InputOutputError(description: "cannot write '\(file)' to '\(name)': \(obstacle)")
      }
    }
  }

  /// Reserves the names that every run writes, before it begins.
  package func reserve() throws {
    let names = ["run.json", Self.page]
    try check(names)
    for file in names { FilesInUse.note("\(path)/\(file)", as: .results) }
  }

  /// Renames all files to their final names, or none of them.
  package func write(_ files: [ResultFile]) throws {
    try check(files.map(\.name))
    let manager = FileManager.default
    let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    let isThere = manager.fileExists(atPath: folder.path)
    // In the same file system, so that the renames need no space.
    let unfinished = (isThere ? folder : folder.deletingLastPathComponent())
      .appending(path: UnfinishedName.of(folder), directoryHint: .isDirectory)
    defer { try? manager.removeItem(at: unfinished) }
    do {
      try manager.createDirectory(at: unfinished, withIntermediateDirectories: true)
      for file in files {
        try Data(file.text.utf8).write(to: unfinished.appending(path: file.name))
      }
      let names = files.map(\.name)
      defer { for name in names { FilesInUse.note("\(path)/\(name)", as: .results) } }
      guard isThere else { return try manager.moveItem(at: unfinished, to: folder) }
      for name in names.filter({ $0 != "run.json" }) + names.filter({ $0 == "run.json" }) {
        try Self.rename(unfinished.appending(path: name), to: folder.appending(path: name))
      }
    } catch {
      throw InputOutputError(
        description: "cannot write the results to '\(name)': "
          + FileErrorText.toWriting(path, error))
    }
  }

  /// Renames a file, and replaces any file with that name.
  private static func rename(_ file: URL, to name: URL) throws {
    guard unsafe Foundation.rename(file.path, name.path) == 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
  }

  /// The run in the folder, as an input of the command.
  package var files: RunFolder { files(asInput: true) }

  /// The kind of the run that is in the folder already; `nil` without one.
  package var kind: String? { (try? files(asInput: false).head())?.kind }

  private func files(asInput isInput: Bool) -> RunFolder {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    return RunFolder(path) { name in
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try InputFile.bytes(of: file.path, isInput: isInput)
    }
  }
}

/// The right to write to a folder of results, which one command at a time has.
///
/// The kernel returns it with the end of the process, so that none is left behind.
package final class FolderLock: Sendable {
  private let folder: OwnedDescriptor
  /// The folders that did not exist before, the innermost first.
  private let made: [String]

  /// Makes the folder, if there is none, and locks it.
  ///
  /// - Throws: `InputOutputError` if another command writes to it.
  package init(_ path: String) throws {
    var missing: [String] = []
    var place = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    while !FileManager.default.fileExists(atPath: place.path) {
      missing.append(place.path)
      place.deleteLastPathComponent()
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      folder = OwnedDescriptor(
        owning: try systemCall("open") { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    } catch let error as SystemCallError {
      throw Self.error(path, error.description)
    } catch {
      throw Self.error(path, FileErrorText.toWriting(path, error))
    }
    made = missing
    let number = folder.number
    let isLocked = flock(number, LOCK_EX | LOCK_NB) == 0
    // Some file systems have no locks.
    guard isLocked || errno != EWOULDBLOCK else {
      throw Self.error(path, "another run writes to it; wait for its end, or name another folder")
    }
  }

  deinit {
    // A folder that stayed empty goes; another one cannot be removed.
    for path in made { guard unsafe rmdir(path) == 0 else { break } }
    // A forked child may still share the descriptor, and closing this one would keep the lock.
    flock(folder.number, LOCK_UN)
  }

  private static func error(_ path: String, _ words: String) -> InputOutputError {
    InputOutputError(description: "cannot write the results to '\(path)': \(words)")
  }
}

/// The digests of files that go from one machine to another, as `sha256sum --check` reads them.
///
/// They tell of damage on the way, and do not withstand an attacker.
package enum Digests {
  package static let name = "SHA256SUMS"

  /// Returns the file with the digests of `files`.
  package static func file(of files: [ResultFile]) -> ResultFile {
    ResultFile(
      name, files.map { "\(digest(of: Array($0.text.utf8)))  \($0.name)\n" }.joined())
  }

  /// Returns the bytes of a file in `folder`, which are those that were written.
  ///
  /// - Throws: `UnfitInput` if they are not, or nothing says so.
  static func checkedBytes(of file: String, in folder: String) throws -> [UInt8] {
    let sums = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: sums) else {
      throw UnfitInput(description: "\(sums): it is missing: copy the whole folder")
    }
    let bytes = try InputFile.bytes(of: "\(folder)/\(file)")
    let line = Array("\(digest(of: bytes))  \(file)".utf8)[...]
    guard try InputFile.bytes(of: sums).split(separator: 0x0A).contains(line) else {
      throw UnfitInput(
        description: "\(folder)/\(file): it was changed or damaged after it was written, says "
          + "\(name): copy it once more")
    }
    return bytes
  }

  private static func digest(of bytes: [UInt8]) -> String {
    SHA256.digest(of: bytes).hexadecimal
  }
}

/// Facts about one run that are not part of its results.
///
/// Without them the same scenario gives the same bytes elsewhere.
struct AboutRun: Encodable {
  let arguments: [String]
  let version = ToolVersion.current
  /// The commit of the tool, from the environment variable `GROWTHLOOP_COMMIT`.
  let commit: String?
  let machine = Machine.description
  let build = Machine.build
  let workers: Int
  let seconds: Double
  let events: UInt64
}

extension UnreadableRun: ExitCoded {
  package var exitCode: ExitCode { .badInput }
}

extension LoadRefusal: ExitCoded {
  package var exitCode: ExitCode { ExitCode(of: self) }
}

extension NoSoundPoint: ExitCoded {
  package var exitCode: ExitCode { .badInput }
}
