public import AddressBooks

/// What the home tab does where its document leaves it open; only `rin` has one.
public struct HomePolicy: Hashable, Sendable {
  public enum CollapsePersistence: String, CaseIterable, Sendable { case forever }
  public enum RowSubtitle: String, CaseIterable, Sendable { case phoneOrEmail }
  public enum MultiSelectEntry: String, CaseIterable, Sendable { case longPress }
  public enum TabBadge: String, CaseIterable, Sendable { case mergesAndConflicts }

  public var defaultGrouping: ListOptions.Grouping? = .alphabetical
  public var collapsePersistence: CollapsePersistence? = .forever
  public var scoreCardHours: Int? = 48
  public var rowSubtitle: RowSubtitle? = .phoneOrEmail
  public var multiSelectEntry: MultiSelectEntry? = .longPress
  public var tabBadgeCounts: TabBadge? = .mergesAndConflicts

  public init() {}
}

extension HomePolicy {
  public static let rin = HomePolicy()

  public static let product: HomePolicy = {
    var policy = HomePolicy()
    policy.defaultGrouping = nil
    policy.collapsePersistence = nil
    policy.scoreCardHours = nil
    policy.rowSubtitle = nil
    policy.multiSelectEntry = nil
    policy.tabBadgeCounts = nil
    return policy
  }()

  public static let design = product
}
