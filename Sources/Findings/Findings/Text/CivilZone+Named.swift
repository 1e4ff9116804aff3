import CGrowthloopICU
import Synchronization
public import Vocabulary

// The zones of the IANA database, in the edition that ICU has.
extension CivilZone {
  /// The zones that were asked for; there are no more of them than names.
  private static let known = Mutex<[String: CivilZone]>([:])
  private static let isName = Set(names)

  /// The names of all zones, such as `Europe/Berlin`, in the order of their letters.
  public static let names: [String] = {
    let text = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { text, count in
      let size = unsafe text.withMemoryRebound(to: CChar.self) {
        unsafe icu_zone_names($0.baseAddress, Int32($0.count))
      }
      precondition(size <= text.count, "the names of zones have \(size) bytes")
      count = Int(size)
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }()

  /// Creates the zone of a name, with the changes of its clock from 1900 to 2199.
  ///
  /// `nil` if there is no such name; capital letters count.
  public init?(named name: String) {
    guard Self.isName.contains(name) else { return nil }
    if let zone = Self.known.withLock({ $0[name] }) {
      self = zone
      return
    }
    let changes = Self.changes(of: name)
    self.init(name: name, offset: changes[0].offset, changes: Array(changes.dropFirst()))
    Self.known.withLock { [self] in $0[name] = self }
  }

  /// Returns the offset at the beginning of the year 1900, and all changes of the next 300 years.
  private static func changes(of name: String) -> [Change] {
    let from = CivilDate(year: 1900, month: 1, day: 1).start(in: .utc).milliseconds
    let until = CivilDate(year: 2200, month: 1, day: 1).start(in: .utc).milliseconds
    // A clock is set twice a year, and in some years of some places four times.
    let most = 1_200
    return unsafe [icu_zone_change](unsafeUninitializedCapacity: most) { changes, count in
      let found = unsafe icu_zone_changes(name, from, until, changes.baseAddress, Int32(most))
      precondition((1...Int32(most)).contains(found), "\(name) has \(found) offsets")
      count = Int(found)
    }.map { Change(at: Instant(milliseconds: $0.at), offset: .milliseconds($0.offset)) }
  }
}
