public import Invites
public import Vocabulary

/// The state of a member who opens a sharing flow.
public struct Sharer: Hashable, Sendable, BitwiseCopyable {
  /// The app's access to the address book.
  public var access = ContactsAccess.notDetermined
  /// Whether the picker showed its explainer on an earlier visit.
  public var explainedBefore = false
  /// The number of contacts on the phone.
  public var contacts = 0
  /// The link from an earlier visit; the policy decides whether it is reused.
  public var held: HeldLink?
  /// The contact on whose page the flow was opened; unused at other entries.
  public var contact = ContactFacts(principal: nil, hasPhone: true, hasEmail: false)
  /// Whether the app has recorded an invite to this contact.
  public var invitedContact = false
  /// Whether the member edits the message before it is sent.
  public var edits = false
  /// The contacts of a picker that were invited too recently.
  public var resting = RestingContacts()
  /// The advice on bulk picking so far in the session.
  public var advice = BulkAdvice()

  public init() {}
}

/// A set of places in the order of considered contacts: those that may not be invited yet.
public struct RestingContacts: Hashable, Sendable, BitwiseCopyable {
  private var words = SIMD4<UInt64>()

  public init() {}

  /// The maximum of contacts that a member picks.
  static var most: Int { SharingModel.mostPicked }

  /// Whether the contact at `place`, from 0, may not be invited yet; `false` beyond the maximum.
  public subscript(place: Int) -> Bool {
    get { place < Self.most && words[place >> 6] >> UInt64(place & 63) & 1 == 1 }
    set {
      precondition(place < Self.most, "contact \(place) of at most \(Self.most)")
      let bit: UInt64 = 1 << UInt64(place & 63)
      if newValue { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    }
  }
}
