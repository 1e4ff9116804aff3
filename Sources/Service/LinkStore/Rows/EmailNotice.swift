public import Vocabulary

/// An email address that a person left, to be notified of a launch.
public struct EmailNotice: Hashable, Sendable {
  /// A pseudonym, drawn for this notice alone: its key seals the address.
  ///
  /// Were it a hash of the address, the ledger of deletions would refuse an address for good that
  /// was withdrawn once.
  public let id: PrincipalID
  /// The address, in the spelling of the rules.
  public let address: String
  /// The moment of the consent.
  public let since: Instant

  public init(_ id: PrincipalID, to address: String, since: Instant) {
    self.id = id
    self.address = address
    self.since = since
  }
}

extension EmailNotice: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      try fields.next(\.id), to: try fields.next(\.address), since: try fields.next(\.since))
  }
}
