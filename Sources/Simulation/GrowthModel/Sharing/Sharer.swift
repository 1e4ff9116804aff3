public import Invites
public import Vocabulary

/// What a sharing flow finds in the member who opens it.
public struct Sharer: Hashable, Sendable, BitwiseCopyable {
  /// How far the app may read the address book.
  public var access = ContactsAccess.notDetermined
  /// Whether the picker explained on an earlier visit why it asks.
  public var explainedBefore = false
  /// How many contacts there are on the phone.
  public var contacts = 0
  /// The link from an earlier visit; whether it is used again is decided by the policy.
  public var held: HeldLink?
  /// The contact from whose page an invite would go; of no matter elsewhere.
  public var contact = ContactFacts(principal: nil, hasPhone: true, hasEmail: false)
  /// Whether the app remembers that this contact was invited.
  public var invitedContact = false
  /// Which of the contacts who come to mind in a picker were invited too lately.
  public var resting = RestingContacts()
  /// Where the session so far has left the advice on picking many.
  public var advice = BulkAdvice()

  public init() {}
}
