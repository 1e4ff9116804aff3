public import Vocabulary

/// What the service was told of somebody: as much as the rules ask for.
public struct Person: Hashable, Sendable {
  public let id: PrincipalID
  public var account: AccountState
  /// As they call themselves; `nil` if they have not said.
  public var name: String?
  /// Where their picture lies.
  public var avatar: String?
  /// When they signed up; `nil` for someone who is only known to be there.
  public var joinedAt: Instant?

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
