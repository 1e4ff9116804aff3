import GrowthloopFindings
import Foundation

extension SourceLoader {
  /// Returns a loader of files on this machine; a name is relative to the file that names it.
  ///
  /// It reads at most one byte beyond the `limits`, and only regular files: a pipe might never end.
  /// `onReading` receives the path of each.
  public static func disk(
    _ limits: YAMLLimits = YAMLLimits(), onReading: @escaping @Sendable (String) -> Void = { _ in }
  ) -> SourceLoader {
    SourceLoader { name, from throws(Unreadable) in
      let path = try regularFile(name, from: from)
      onReading(path)
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw Unreadable("it may not be opened")
      }
      defer { try? handle.close() }
      do {
        return File(
          name: path, bytes: Array(try handle.read(upToCount: limits.bytes + 1) ?? Data()))
      } catch {
        throw Unreadable("reading it failed")
      }
    } open: { name, from throws(Unreadable) in
      let path = try regularFile(name, from: from)
      onReading(path)
      guard let file = CompressedFile(path) else { throw Unreadable("it may not be opened") }
      var left = mostOfPieces
      return Pieces(name: path) { () throws(Unreadable) in
        let bytes = try file.next(1 << 20)
        left -= bytes.count
        guard left >= 0 else { throw Unreadable("it is longer than the limit of 64 GiB") }
        return bytes
      }
    }
  }

  /// The most bytes of a long file, decompressed.
  private static let mostOfPieces = 64 << 30

  /// Returns the path of a regular file.
  ///
  /// A file that another one names needs an ending: a mistake shows lines of it, and a scenario from
  /// elsewhere must not show those of any file of this machine.
  private static func regularFile(
    _ name: String, from: String?
  ) throws(Unreadable) -> String {
    let path = resolved(name, from: from)
    guard from == nil || !URL(filePath: path).pathExtension.isEmpty else {
      throw Unreadable("its name has no ending, such as .yaml, .csv or .txt")
    }
    let type = (try? FileManager.default.attributesOfItem(atPath: canonical(path)))?[.type]
    guard let type = type as? FileAttributeType else {
      throw Unreadable("there is no such file" + near(path))
    }
    guard type != .typeDirectory else { throw Unreadable("it is a folder") }
    guard type == .typeRegular else { throw Unreadable("it is not a regular file") }
    return path
  }

  /// Returns "; did you mean '…'?" with the file beside it that was probably meant; empty if none
  /// is near.
  private static func near(_ path: String) -> String {
    let place = URL(filePath: path)
    let folder = place.deletingLastPathComponent().path(percentEncoded: false)
    let stems = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .map { URL(filePath: $0) }.filter { $0.pathExtension == place.pathExtension }
      .map { $0.deletingPathExtension().lastPathComponent }
    // All of them have the same ending, which therefore is left out of the comparison.
    let stem = place.deletingPathExtension().lastPathComponent
    guard let near = Suggestion.nearest(to: stem, among: stems) else { return "" }
    return
      "; did you mean '\(near)\(place.pathExtension.isEmpty ? "" : ".")\(place.pathExtension)'?"
  }

  /// Returns the path with links followed, so that the kind of the file itself is checked.
  private static func canonical(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  }

  /// Returns the path of a file that another one names.
  ///
  /// `./base.yaml` in `scenarios/summer.yaml` is `scenarios/base.yaml`.
  static func resolved(_ name: String, from: String?) -> String {
    let folder = from?.lastIndex(of: "/").flatMap { slash in from?[...slash] } ?? ""
    let path = name.hasPrefix("/") ? name : folder + name
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
