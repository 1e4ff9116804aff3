public import Vocabulary

/// The operator's word that the app runs on the other platform, which releases the notices.
public struct LaunchAnnouncement: Hashable, Sendable {
  /// A pseudonym, whose key seals the row.
  public let id: PrincipalID
  public let at: Instant

  public init(_ id: PrincipalID, at: Instant) {
    self.id = id
    self.at = at
  }
}

extension LaunchAnnouncement: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(try fields.next(\.id), at: try fields.next(\.at))
  }
}
