public import Vocabulary

/// The fields of a contact that the search for duplicates reads; unknown ones are empty.
public struct DuplicateRecord: Hashable, Sendable {
  /// The id of the contact, as the findings report it.
  public let id: ContactID
  /// The given name; if there is no surname, the text after its last blank is taken as one.
  public var given: String
  /// The surname; without a given name, the text before its last blank is taken as one.
  public var family: String
  /// Nicknames and middle names.
  public var otherNames: [String]
  /// Numbers in one form, so that equal ones are equal text.
  public var phones: [String]
  /// The e-mail addresses; upper and lower case are equal.
  public var emails: [String]
  /// The one postal address that is compared.
  public var address: Address

  /// A postal address of a person, in the parts that people mistype and swap.
  public struct Address: Hashable, Sendable {
    /// The house number.
    public var number: String
    /// The street without the house number.
    public var street: String
    /// A second line: a flat, a house's name.
    public var extra: String
    /// The town or suburb.
    public var locality: String
    /// The postal code, weighed together with the locality.
    public var postcode: String
    /// The state or province.
    public var region: String

    /// Creates an address from its known parts.
    public init(
      number: String = "", street: String = "", extra: String = "", locality: String = "",
      postcode: String = "", region: String = ""
    ) {
      self.number = number
      self.street = street
      self.extra = extra
      self.locality = locality
      self.postcode = postcode
      self.region = region
    }
  }

  /// Creates a record from its known fields.
  public init(
    id: ContactID, given: String = "", family: String = "", otherNames: [String] = [],
    phones: [String] = [], emails: [String] = [], address: Address = Address()
  ) {
    self.id = id
    self.given = given
    self.family = family
    self.otherNames = otherNames
    self.phones = phones
    self.emails = emails
    self.address = address
  }
}

extension DuplicateRecord {
  /// Creates a record from a contact; of several addresses it uses the primary one.
  public init(_ contact: Contact) {
    self.init(
      id: contact.id, given: contact.name.given, family: contact.name.family,
      otherNames: [contact.name.middle, contact.name.nickname].filter { !$0.isEmpty },
      phones: contact.phones.map(\.digits.description), emails: contact.emails,
      address: contact.addresses.first.map(Address.init) ?? Address())
  }
}

extension DuplicateRecord.Address {
  /// Creates an address from one whose house number stands before or behind the street.
  init(_ address: PostalAddress) {
    let words = address.street.split(separator: " ")
    let number = [words.first, words.last].compactMap(\.self).first {
      $0.contains(where: \.isNumber)
    }
    let place = number.flatMap { number in words.firstIndex { $0 == number } }
    let street = words.indices.filter { $0 != place }.map { words[$0] }
    self.init(
      number: number.map(String.init) ?? "", street: street.joined(separator: " "),
      extra: address.extra, locality: address.city, postcode: address.postalCode,
      region: address.region)
  }
}

/// A search for the entries of an address book that belong to one person.
///
/// A Fellegi–Sunter model with three explanations for the fields that two entries share: one
/// person, one household, chance. It estimates the rarity of texts, and the number of duplicates
/// and households, from the book. The order of the entries does not matter.
public struct DuplicateFinder: Hashable, Sendable {
  /// The confidences from which pairs are merged or suggested.
  public var policy: DuplicatePolicy

  /// Creates a finder; by default it merges from 95% and suggests from 70%.
  public init(policy: DuplicatePolicy = DuplicatePolicy()) {
    self.policy = policy
  }

  /// Searches a book whose entries have different ids; the pairs in `notSame` are two people each.
  ///
  /// - Complexity: Not quadratic; grows with the number of entries.
  public func search(
    _ records: [DuplicateRecord], notSame: Set<EntryPair> = []
  ) -> DuplicateFindings {
    var search = DuplicateSearch(of: records, under: policy, notSame: notSame)
    return search.findings()
  }

  /// Returns every pair of at least the confidence of a review, the surest first.
  public func pairs(
    in records: [DuplicateRecord], notSame: Set<EntryPair> = []
  ) -> [DuplicatePair] {
    DuplicateSearch(of: records, under: policy, notSame: notSame).pairs
  }
}

/// The result of a search of a book.
public struct DuplicateFindings: Hashable, Sendable {
  /// The entries that are merged without asking.
  public internal(set) var groups: [DuplicateGroup] = []
  /// The pairs for the user to review, the surest first.
  public internal(set) var suggestions: [DuplicatePair] = []
}

/// Entries of one person.
public struct DuplicateGroup: Hashable, Sendable {
  /// Two or more, in the order of their ids.
  public let members: [ContactID]
  /// The confidence of the weakest pair that holds the group together.
  public let confidence: Double
}

/// Two entries that may be of one person.
public struct DuplicatePair: Hashable, Sendable, Codable {
  /// The two entries, in the order of their ids.
  public let entries: EntryPair
  /// The probability that the two are of one person, from 0 to 1.
  public let confidence: Double
  /// The evidence for it.
  public let evidence: SmallSet<DuplicateEvidence>

  /// Creates a pair from the two entries and the result of their comparison.
  public init(
    entries: EntryPair, confidence: Double, evidence: SmallSet<DuplicateEvidence> = []
  ) {
    self.entries = entries
    self.confidence = confidence
    self.evidence = evidence
  }
}

extension DuplicatePair {
  /// Returns whether a list shows this pair before `other`: the surer one first.
  func comes(before other: DuplicatePair) -> Bool {
    confidence == other.confidence ? entries < other.entries : confidence > other.confidence
  }
}

/// A common feature of two entries, as a card names it.
public enum DuplicateEvidence: UInt8, CaseIterable, SmallSetMember, Codable {
  /// Telephone numbers whose last nine digits are equal.
  case phone
  /// E-mail addresses that are equal but for upper and lower case.
  case email
  /// Names over ten times as likely for one person as for two strangers.
  case name
  /// Postal addresses over ten times as likely for one person as for two strangers.
  case address
}

/// Two different entries, whatever their order.
public struct EntryPair: Hashable, Comparable, Sendable, BitwiseCopyable, Codable {
  /// The smaller id.
  public let first: ContactID
  /// The greater id.
  public let second: ContactID

  /// Creates the pair of two ids in either order.
  ///
  /// - Precondition: The ids differ.
  public init(_ one: ContactID, _ other: ContactID) {
    precondition(one != other, "entry \(one.rawValue) is no duplicate of itself")
    first = min(one, other)
    second = max(one, other)
  }

  public static func < (left: EntryPair, right: EntryPair) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}

/// The confidence from which two entries are merged, or shown for review.
public struct DuplicatePolicy: Hashable, Sendable {
  /// At this confidence itself, entries are merged and not shown.
  public var autoMergeFrom = 0.95
  /// At this confidence itself, a pair is shown.
  public var reviewFrom = 0.7

  /// Creates the policy of NAT-03: review from 70%, merging from 95%.
  public init() {}

  /// The treatment of a pair.
  public enum Band: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Merged without asking the user.
    case autoMerge
    /// Shown to the user for review.
    case review
    /// Neither merged nor shown.
    case apart
  }

  /// Returns the treatment of a pair with that confidence.
  public func band(of confidence: Double) -> Band {
    if confidence >= autoMergeFrom { return .autoMerge }
    return confidence >= reviewFrom ? .review : .apart
  }
}

extension DuplicatePolicy {
  /// The greatest confidence of pairs that people should review.
  private static let doubtful = 0.94

  /// Returns the confidence, limited where people must decide instead of the app.
  func limited(_ confidence: Double, by odds: PairOdds) -> Double {
    odds.isDoubtful ? min(confidence, Self.doubtful) : confidence
  }
}

extension PairOdds {
  /// Whether the pair is doubtful: given names differ, only names agree, or half a name is known
  /// and neither a number nor an e-mail address is shared.
  fileprivate var isDoubtful: Bool {
    givenNamesDiffer || address * reach < Self.clear
      || isHalfNamed && !sharesPhone && !sharesEmail
  }
}

extension ContactRules {
  static let duplicateBands: [Rule] = [
    Rule("NAT-03", "Below 70% a pair is not suggested; from 95% itself on it is merged unasked.")
  ]
}

/// One search of a book.
struct DuplicateSearch {
  private let ids: [ContactID]
  private let policy: DuplicatePolicy
  private let notSame: Set<EntryPair>
  private var comparison: PairComparison
  private let rates: BookRates
  private var found: [Found] = []

  private struct Found {
    let left: Int
    let right: Int
    let pair: DuplicatePair
  }

  /// The probability of one person below which two entries are certainly of two people.
  private static let strangers = 0.01

  init(of records: [DuplicateRecord], under policy: DuplicatePolicy, notSame: Set<EntryPair>) {
    let records = records.sorted { $0.id < $1.id }
    ids = records.map(\.id)
    self.policy = policy
    self.notSame = notSame
    let columns = DuplicateColumns(records)
    let candidates = CandidatePairs(of: columns)
    var comparison = PairComparison(of: columns)
    let odds = candidates.map { comparison.odds(of: $0.left, $0.right) }
    self.comparison = comparison
    var rates = BookRates(count: records.count)
    rates.learn(from: odds)
    self.rates = rates
    choose(candidates, odds)
  }

  private mutating func choose(_ candidates: CandidatePairs, _ odds: [PairOdds]) {
    for ((left, right), odds) in zip(candidates, odds) {
      let confidence = policy.limited(rates.shares(of: odds).person, by: odds)
      guard policy.band(of: confidence) != .apart else { continue }
      let entries = EntryPair(ids[left], ids[right])
      guard !notSame.contains(entries) else { continue }
      let pair = DuplicatePair(
        entries: entries, confidence: confidence, evidence: odds.evidence)
      found.append(Found(left: left, right: right, pair: pair))
    }
    found.sort { $0.pair.comes(before: $1.pair) }
  }

  /// Every pair that need not be kept apart, the surest first.
  var pairs: [DuplicatePair] { found.map(\.pair) }

  mutating func findings() -> DuplicateFindings {
    var builder = GroupBuilder(count: ids.count, apart: places(of: notSame))
    for pair in found where policy.band(of: pair.pair.confidence) == .autoMerge {
      builder.join(pair.left, pair.right, confidence: pair.pair.confidence) { left, right in
        rates.shares(of: comparison.odds(of: left, right)).person < Self.strangers
      }
    }
    var findings = DuplicateFindings()
    findings.groups = builder.groups.map { group in
      DuplicateGroup(members: group.members.map { ids[$0] }, confidence: group.confidence)
    }
    findings.suggestions =
      found.filter { !builder.areTogether($0.left, $0.right) }.map(\.pair)
    return findings
  }

  private func places(of pairs: Set<EntryPair>) -> [(Int, Int)] {
    guard !pairs.isEmpty else { return [] }
    let places = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    return pairs.compactMap { pair in
      guard let first = places[pair.first], let second = places[pair.second] else { return nil }
      return (first, second)
    }
  }
}
