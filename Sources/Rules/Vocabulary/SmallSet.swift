/// A type with so few values that a set of them fits one word.
public protocol SmallSetMember: CaseIterable, Hashable, Sendable, BitwiseCopyable {
  /// The place among all values, from 0 to 31.
  var ordinal: UInt8 { get }
  /// All values that a set may have, those of the app's own included.
  static var everyMember: AllCases { get }
}

extension SmallSetMember {
  /// The values of the type, where an app adds none.
  public static var everyMember: AllCases { allCases }
}

extension SmallSetMember where Self: RawRepresentable, RawValue == UInt8 {
  /// The raw value, which must lie from 0 to 31.
  @inlinable
  public var ordinal: UInt8 { rawValue }
}

/// A set of values of a small type, in one word of memory.
public struct SmallSet<Member: SmallSetMember>: Hashable, Sendable, BitwiseCopyable {
  /// The members by their ordinals, for callers that store many sets compactly.
  @usableFromInline
  package var bits: UInt32 = 0

  /// Creates an empty set.
  @inlinable
  public init() {}

  @inlinable
  package init(bits: UInt32) { self.bits = bits }
}

extension SmallSet {
  /// Whether the set has no members.
  @inlinable
  public var isEmpty: Bool { bits == 0 }

  /// The number of members.
  @inlinable
  public var count: Int { bits.nonzeroBitCount }

  /// The members in the order of their type.
  public var members: [Member] { Member.everyMember.filter { contains($0) } }

  /// Returns whether `member` is in the set.
  @inlinable
  public func contains(_ member: Member) -> Bool { bits & SmallSet.bit(member) != 0 }

  /// Inserts `member`, if it is not in the set yet.
  @inlinable
  public mutating func insert(_ member: Member) { bits |= SmallSet.bit(member) }

  /// Removes `member`, if it is in the set.
  @inlinable
  public mutating func remove(_ member: Member) { bits &= ~SmallSet.bit(member) }

  /// The members of either set.
  @inlinable
  public func union(_ other: SmallSet) -> SmallSet { SmallSet(bits: bits | other.bits) }

  /// The members of both sets.
  @inlinable
  public func intersection(_ other: SmallSet) -> SmallSet { SmallSet(bits: bits & other.bits) }

  /// Calls `body` with the ordinals of the members, in their order.
  @inlinable
  public func forEachOrdinal(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  /// Returns the number of members before `member`, which need not be one itself.
  package func count(before member: Member) -> Int {
    (bits & (SmallSet.bit(member) - 1)).nonzeroBitCount
  }

  /// Returns the ordinal of the first member behind `member`, which need not be one itself.
  package func firstOrdinal(after member: Member) -> UInt8? {
    let later = bits & ~(SmallSet.bit(member) | (SmallSet.bit(member) - 1))
    return later == 0 ? nil : UInt8(later.trailingZeroBitCount)
  }

  @inlinable
  static func bit(_ member: Member) -> UInt32 { 1 << UInt32(member.ordinal & 31) }
}

extension SmallSet: ExpressibleByArrayLiteral {
  /// Creates a set of the listed members; repetitions have no effect.
  @inlinable
  public init(arrayLiteral members: Member...) {
    for member in members { insert(member) }
  }
}

extension SmallSet {
  /// Creates a set of the elements of a sequence; repetitions have no effect.
  @inlinable
  public init(_ members: some Sequence<Member>) {
    for member in members { insert(member) }
  }
}

extension SmallSet: Encodable where Member: Encodable {
  /// Encodes the list of the members, which stays right when their places change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

extension SmallSet: Decodable where Member: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Member].self))
  }
}

extension SmallSet: CustomStringConvertible {
  public var description: String { members.map { "\($0)" }.joined(separator: " ") }
}

/// A moment after which a prompt may be appropriate.
///
/// An app gives moments of its own a name, and lists them among `PromptPolicy.triggers`:
/// `extension PromptTrigger { static let finishedWorkout = own1 }`.
public enum PromptTrigger: String, Sendable, BitwiseCopyable, Codable, CodingKeyRepresentable {
  /// The user resolved three dedup suggestions in one session.
  case dedupReview
  /// The user's imported contacts reached fifty.
  case contactThreshold
  /// The score reached "Good" for the first time.
  case scoreMilestone
  /// The user completed an achievement worth sharing.
  case keyAction
  /// The user looks at something that is better with others.
  case socialContent
  /// A social feature has no content yet.
  case emptyState
  /// The user's third session began.
  case thirdSession
  /// The app is about to ask for contacts.
  case contactsPermission
  /// The user finished an action of value.
  case postAction
  /// The app's first moment of its own, which no document names.
  case own1
  /// The app's second moment of its own, which no document names.
  case own2
  /// The app's third moment of its own, which no document names.
  case own3
  /// The app's fourth moment of its own, which no document names.
  case own4
  /// The app's fifth moment of its own, which no document names.
  case own5
  /// The app's sixth moment of its own, which no document names.
  case own6
  /// The app's seventh moment of its own, which no document names.
  case own7
}

extension PromptTrigger: CaseIterable {
  /// The moments that the documents name.
  public static let allCases: [PromptTrigger] = [
    .dedupReview, .contactThreshold, .scoreMilestone, .keyAction, .socialContent, .emptyState,
    .thirdSession, .contactsPermission, .postAction,
  ]
}

extension PromptTrigger {
  /// The name of the trigger in events, in lower snake case.
  public var eventName: String { rawValue.snakeCase }
}

extension PromptTrigger: SmallSetMember {
  /// Some of the triggers, in one word of memory.
  public typealias Set = SmallSet<PromptTrigger>

  /// The moments that the documents name, and those of the app's own.
  public static let everyMember = allCases + [.own1, .own2, .own3, .own4, .own5, .own6, .own7]

  /// The place among the triggers in the order of their declaration, from 0 to 15.
  public var ordinal: UInt8 {
    switch self {
    case .dedupReview: 0
    case .contactThreshold: 1
    case .scoreMilestone: 2
    case .keyAction: 3
    case .socialContent: 4
    case .emptyState: 5
    case .thirdSession: 6
    case .contactsPermission: 7
    case .postAction: 8
    case .own1: 9
    case .own2: 10
    case .own3: 11
    case .own4: 12
    case .own5: 13
    case .own6: 14
    case .own7: 15
    }
  }
}
