public import AddressBooks

/// The behaviour of the contact list where its document leaves it open; only `rin` has one.
public struct ContactListPolicy: Hashable, Sendable {
  /// The headings of the list before the user's first choice; `nil` without a list.
  public var defaultGrouping: ListOptions.Grouping? = .alphabetical
  /// The second line of a row; `nil` without a list.
  public var rowSubtitle: ContactRow.Subtitle? = .phoneOrEmail
  /// The gesture that begins selecting; `nil` without a list.
  public var multiSelectEntry: MultiSelect.Entry? = .longPress

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
