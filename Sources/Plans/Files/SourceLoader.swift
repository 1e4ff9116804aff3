internal import CGrowthloopZlib
import Foundation
import GrowthloopFindings

/// A loader of the files that scenarios name.
public struct SourceLoader: Sendable {
  /// A loaded file.
  public struct File: Sendable {
    /// The path shown to people and in messages; the same for the same file.
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The reason why a file is unavailable.
  public struct Unreadable: Error, Hashable, Sendable {
    /// The reason in words that complete "cannot be read: …".
    public let reason: String

    public init(_ reason: String) {
      self.reason = reason
    }
  }

  /// A file that is read piece by piece.
  public struct Pieces {
    /// The path shown in messages.
    public let name: String
    /// Returns the next bytes; none at the end.
    let next: () throws(Unreadable) -> [UInt8]
  }

  let load: @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File
  /// Opens a file that may be longer than memory, decompressed.
  let open: @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> Pieces

  /// Creates a loader from a function of the name of a file and the name of the file that names it.
  public init(
    _ load: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File
  ) {
    self.init(load) { name, from throws(Unreadable) in
      let file = try load(name, from)
      var rest: [UInt8]? = file.bytes
      return Pieces(name: file.name) { () throws(Unreadable) in rest.take() ?? [] }
    }
  }

  /// Creates a loader with a way of its own for long files.
  init(
    _ load: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File,
    open: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> Pieces
  ) {
    self.load = load
    self.open = open
  }
}

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

extension SourceLoader {
  /// Returns the kind of plan in a file's key `plan`; `nil` for a scenario.
  public func planKind(_ name: String, within limits: YAMLLimits = YAMLLimits()) -> String? {
    guard let file = try? load(name, nil),
      let source = try? SourceText(name: file.name, bytes: file.bytes),
      let document = YAMLReader.read(source, within: limits, noting: Findings())
    else { return nil }
    guard let node = document["plan"] else { return nil }
    guard case .scalar(let scalar) = node.content else { return "" }
    return scalar.text
  }
}

/// A file that is read piece by piece, and decompressed if it is of gzip; the only type here that
/// calls zlib.
///
/// `@safe`: the stream of zlib never leaves this object, whose address it keeps, and is closed once
/// in `deinit`; input and output are lent to it for the time of one call, with their own lengths.
@safe
final class CompressedFile {
  /// Reasons to end, in words that complete "cannot be read: …".
  static let damaged = "its compressed content is damaged, or cut off"
  static let followed = "something follows its compressed content"
  static let tooDense =
    "it is more than \(mostDense) times its compressed size, as no list of pairs is; decompress it"

  /// The most bytes that one compressed byte may come to; lists of pairs come to ten or so.
  private static let mostDense = 200
  /// A file that comes to no more than this may be of any density.
  private static let anyDensity = 16 << 20

  /// The bytes with which every part of gzip begins.
  private static let mark: [UInt8] = [0x1F, 0x8B]

  private let handle: FileHandle
  /// The state of the decompression; `nil` for a file that is not of gzip.
  private var stream: UnsafeMutablePointer<z_stream>?
  /// Bytes of the file that are read and not yet passed on.
  private var pending: [UInt8] = []
  /// Whether a whole part of gzip has ended, after which there may be another.
  private var isBetweenParts = true
  private var (taken, given) = (0, 0)

  /// Opens a regular file; `nil` if it cannot be opened.
  init?(_ path: String) {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    self.handle = handle
    unsafe stream = nil
    pending = (try? handle.read(upToCount: 1 << 17)).map { Array($0) } ?? []
    taken = pending.count
    guard pending.starts(with: Self.mark) else { return }
    let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe new.initialize(to: z_stream())
    // The header of gzip is read, too, by adding 16 to the size of the window.
    let opened = unsafe inflateInit2_(
      new, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(opened == Z_OK, "zlib cannot start: \(opened)")
    unsafe stream = new
  }

  deinit {
    guard let stream = unsafe stream else { return }
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Returns the next bytes, at most `count`; none at the end.
  ///
  /// - Throws: The reason why the file cannot be read on.
  func next(_ count: Int) throws(SourceLoader.Unreadable) -> [UInt8] {
    guard let stream = unsafe stream else {
      if pending.isEmpty { try readOn(atMost: count) }
      defer { pending = [] }
      return pending
    }
    while true {
      if pending.isEmpty { try readOn(atMost: 1 << 17) }
      if pending.isEmpty {
        guard isBetweenParts else { throw .init(Self.damaged) }
        return []
      }
      if isBetweenParts {
        if pending.count < Self.mark.count { try readOn(atMost: 1 << 17) }
        guard pending.starts(with: Self.mark) else { throw .init(Self.followed) }
      }
      var status = Z_OK
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = uInt(count)
        let left = unsafe pending.withUnsafeMutableBufferPointer { source in
          unsafe stream.pointee.next_in = source.baseAddress
          unsafe stream.pointee.avail_in = uInt(source.count)
          status = unsafe inflate(stream, Z_NO_FLUSH)
          return Int(unsafe stream.pointee.avail_in)
        }
        pending.removeFirst(pending.count - left)
        filled = count - Int(unsafe stream.pointee.avail_out)
      }
      isBetweenParts = status == Z_STREAM_END
      switch status {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: unsafe inflateReset(stream)
      default: throw .init(Self.damaged)
      }
      given += bytes.count
      guard given <= max(Self.anyDensity, Self.mostDense * (taken - pending.count)) else {
        throw .init(Self.tooDense)
      }
      if !bytes.isEmpty { return bytes }
    }
  }

  private func readOn(atMost count: Int) throws(SourceLoader.Unreadable) {
    do {
      let more = try handle.read(upToCount: count) ?? Data()
      pending += more
      taken += more.count
    } catch {
      throw .init("reading it failed")
    }
  }
}

/// A reader of a scenario with those that it extends, the nearest over the farther ones.
struct ExtensionResolver {
  static let key = "extends"
  /// The greatest number of files that one scenario may extend.
  static let deepest = 8

  let loader: SourceLoader
  let limits: YAMLLimits
  let findings: Findings

  /// Returns the document merged over those that it extends; `nil` where one of them cannot be
  /// read.
  func resolve(_ source: SourceText) -> YAMLNode? {
    resolve(source, chain: [source.name])
  }

  private func resolve(_ source: SourceText, chain: [String]) -> YAMLNode? {
    guard let document = YAMLReader.read(source, within: limits, noting: findings) else {
      return nil
    }
    guard document.entries != nil else {
      findings.add(
        Diagnostic(
          .error, "a scenario must be a mapping from keys to values, not \(document.brief)",
          at: document.range, remedy: "write key: value"))
      return nil
    }
    guard let name = document[Self.key] else { return document }
    guard let base = load(name, from: source.name, chain: chain),
      let below = resolve(base, chain: chain + [base.name])
    else { return nil }
    return document.removing(Self.key).mergedAsDocument(over: below)
  }

  private func load(_ node: YAMLNode, from: String, chain: [String]) -> SourceText? {
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      return refuse(
        node, "\(Self.key.quoted) must be the path of a scenario, not \(node.brief)",
        remedy: "write the path of one file, relative to this one")
    }
    // A mistake shows lines of the file, and only those of scenarios may be shown.
    guard scalar.text.hasSuffix(".yaml") || scalar.text.hasSuffix(".yml") else {
      return refuse(
        node, "\(scalar.text.quoted) is no scenario: its name must end in .yaml or .yml",
        remedy: "the path is relative to this file")
    }
    do throws(SourceLoader.Unreadable) {
      let file = try loader.load(scalar.text, from)
      guard !chain.contains(file.name) else {
        return refuse(
          node, "\(scalar.text.quoted) extends itself: " + inWords(chain + [file.name]))
      }
      guard chain.count <= Self.deepest else {
        return refuse(
          node,
          "more than \(Self.deepest) files extend each other: "
            + inWords(chain + [file.name]))
      }
      return try? source(of: file)
    } catch {
      return refuse(
        node, "\(scalar.text.quoted) cannot be read: \(error.reason)",
        remedy: "the path is relative to this file")
    }
  }

  private func source(of file: SourceLoader.File) throws(Diagnostic) -> SourceText {
    do throws(Diagnostic) {
      return try SourceText(name: file.name, bytes: file.bytes)
    } catch {
      findings.add(error)
      throw error
    }
  }

  private func inWords(_ chain: [String]) -> String { chain.joined(separator: " → ") }

  private func refuse(_ node: YAMLNode, _ message: String, remedy: String? = nil) -> SourceText? {
    if case .unreadable = node.content { return nil }
    findings.add(Diagnostic(.error, message, at: node.range, remedy: remedy))
    return nil
  }
}
