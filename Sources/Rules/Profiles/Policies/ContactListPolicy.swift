public import AddressBooks

/// The behaviour of the contact list where its document leaves it open; only `rin` has one.
public struct ContactListPolicy: Hashable, Sendable {
  /// The second line of a row: the primary number, or else the primary e-mail address.
  public enum RowSubtitle: String, CaseIterable, Sendable {
    /// The first phone number, else the first email address.
    case phoneOrEmail
  }
  /// The gesture that begins selecting: a long press on a row.
  public enum MultiSelectEntry: String, CaseIterable, Sendable {
    /// A long press on a row.
    case longPress
  }

  /// The headings of the list before the user's first choice; `nil` without a list.
  public var defaultGrouping: ListOptions.Grouping? = .alphabetical
  /// The second line of a row; `nil` without a list.
  public var rowSubtitle: RowSubtitle? = .phoneOrEmail
  /// The gesture that begins selecting; `nil` without a list.
  public var multiSelectEntry: MultiSelectEntry? = .longPress

  /// Creates the behaviour in `rin`.
  public init() {}
}

extension ContactListPolicy {
  /// The proposals of document 001 for what it leaves open (CNF-57).
  public static let rin = ContactListPolicy()

  /// No contact list.
  public static let product: ContactListPolicy = {
    var policy = ContactListPolicy()
    policy.defaultGrouping = nil
    policy.rowSubtitle = nil
    policy.multiSelectEntry = nil
    return policy
  }()

  /// No contact list.
  public static let design = product
}
