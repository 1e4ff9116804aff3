public import AddressBooks

/// The behaviour of the contact list where its document leaves it open; only `rin` has one.
public struct ContactListPolicy: Hashable, Sendable {
  public enum RowSubtitle: String, CaseIterable, Sendable { case phoneOrEmail }
  public enum MultiSelectEntry: String, CaseIterable, Sendable { case longPress }

  public var defaultGrouping: ListOptions.Grouping? = .alphabetical
  public var rowSubtitle: RowSubtitle? = .phoneOrEmail
  public var multiSelectEntry: MultiSelectEntry? = .longPress

  public init() {}
}

extension ContactListPolicy {
  public static let rin = ContactListPolicy()

  public static let product: ContactListPolicy = {
    var policy = ContactListPolicy()
    policy.defaultGrouping = nil
    policy.rowSubtitle = nil
    policy.multiSelectEntry = nil
    return policy
  }()

  public static let design = product
}
