public import Invites
public import Vocabulary

/// An answered request for an invite, stored so that a repetition gets the same answer.
public struct AnsweredRequest: Hashable, Sendable {
  /// The sender and the key of a request; two senders never share a key.
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

extension AnsweredRequest: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    let name = try fields.name(\.name)
    let request = CreateRequest(
      key: name.key, sender: name.sender, context: try fields.next(\.request.claims.context),
      content: try fields.next(\.request.claims.content),
      contacts: try fields.next(\.request.contacts))
    self.init(request, code: try fields.next(\.code), at: try fields.next(\.at))
  }
}

extension AnsweredRequest.Name: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self = try fields.name { $0 }
  }
}

extension RowFields {
  fileprivate mutating func name(
    _ name: (Row) -> AnsweredRequest.Name
  ) throws(Failure) -> AnsweredRequest.Name {
    AnsweredRequest.Name(sender: try next { name($0).sender }, key: try next { name($0).key })
  }
}
