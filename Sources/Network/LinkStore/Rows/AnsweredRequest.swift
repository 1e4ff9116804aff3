public import Invites
public import Vocabulary

/// A request for an invite that was answered, kept so that its repetition gets the same answer.
public struct AnsweredRequest: Hashable, Sendable {
  /// Whose request it was, by which name: two senders never share a key.
  public struct Name: Hashable, Sendable, BitwiseCopyable {
    public let sender: PrincipalID
    public let key: IdempotencyKey

    public init(sender: PrincipalID, key: IdempotencyKey) {
      self.sender = sender
      self.key = key
    }
  }

  public let request: CreateRequest
  public let code: InviteCode
  public let at: Instant

  public init(_ request: CreateRequest, code: InviteCode, at: Instant) {
    self.request = request
    self.code = code
    self.at = at
  }

  public var name: Name { Name(sender: request.sender, key: request.key) }
}
