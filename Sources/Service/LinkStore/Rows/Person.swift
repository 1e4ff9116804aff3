public import Vocabulary

/// The facts about a user that the rules need.
public struct Person: Hashable, Sendable {
  public let id: PrincipalID
  public var account: AccountState
  /// The display name; `nil` if not set.
  public var name: String?
  /// The address of the picture.
  public var avatar: String?
  /// The moment of sign-up; `nil` if the service did not see it.
  public var joinedAt: Instant?
  /// The keyed hash of the verified telephone number; `nil` if the backend gave none.
  ///
  /// It is no field of the row: only rows of people with a number have it, behind the others.
  public var number: NumberHash?

  public init(
    _ id: PrincipalID, account: AccountState = .active, name: String? = nil,
    avatar: String? = nil, joinedAt: Instant? = nil
  ) {
    self.id = id
    self.account = account
    self.name = name
    self.avatar = avatar
    self.joinedAt = joinedAt
  }
}

extension Person: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      try fields.next(\.id), account: try fields.next(\.account), name: try fields.next(\.name),
      avatar: try fields.next(\.avatar), joinedAt: try fields.next(\.joinedAt))
  }
}
