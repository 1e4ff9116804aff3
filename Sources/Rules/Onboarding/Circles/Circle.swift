public import Vocabulary

/// A person in a circle.
public enum CircleMember: Hashable, Sendable, BitwiseCopyable {
  /// A person with an account.
  case principal(PrincipalID)
  /// An entry of the address book, by a number without meaning outside.
  case contact(UInt64)
}

/// The reason why a person is in a circle.
public enum Provenance: String, Sendable, BitwiseCopyable {
  /// The user placed the member by hand.
  case addedByUser = "You added this person."
  /// The user took a ``CircleSuggestion``.
  case suggestionTaken = "You accepted a suggestion."
  /// The app placed the member from the user's contacts.
  case importedFromContacts = "This person is in your contacts."
  /// The connection between an inviter and the invitee.
  case connectedByInvite = "You are connected through an invite."

  /// Whether the app placed the member, and not the user.
  public var isAutomatic: Bool {
    switch self {
    case .addedByUser, .suggestionTaken: false
    case .importedFromContacts, .connectedByInvite: true
    }
  }

  /// The answer to "why is this person here"; the words are ours (CNF-62).
  public var explanation: String { rawValue }
}

/// A group of people, with the reason for each member.
public struct Circle: Hashable, Sendable {
  /// The changes that the user may make to a circle.
  public enum Standing: String, CaseIterable, Sendable {
    /// Always there, under the same name.
    case mandatory
    /// There from the start, and the user's to change.
    case prepopulated
    /// Made by the user.
    case own
  }

  /// The name shown to the user, by which a ``CircleBook`` finds the circle.
  public internal(set) var name: String
  /// The permitted changes; a new name leaves them as they are.
  public let standing: Standing
  /// The default circle that it was created from; `nil` for the user's own.
  public let origin: CirclePolicy.Default?
  /// The members, each with the first reason for being in the circle.
  public internal(set) var members: [CircleMember: Provenance] = [:]
}

extension CirclePolicy.Default {
  /// The permitted changes: a mandatory circle is neither renamed nor deleted.
  public var standing: Circle.Standing {
    switch self {
    case .contacts, .everyone, .public: .mandatory
    case .family, .friends, .colleagues: .prepopulated
    }
  }

  /// The people who are in the circle without being placed in it by name.
  public var audience: Audience {
    switch self {
    case .contacts, .everyone: .contactList
    case .public: .followers
    case .family, .friends, .colleagues: .chosen
    }
  }

  /// The rule by which people belong to a default circle without being placed there by name.
  public enum Audience: String, CaseIterable, Sendable {
    /// All contacts of the contact list.
    case contactList
    /// Public, follow-style visibility.
    case followers
    /// Only the people whom the user places there.
    case chosen
  }
}

extension CirclePolicy {
  /// The two immutable circles of the locked decisions, as a what-if.
  public static let everyonePublic: CirclePolicy = {
    var policy = CirclePolicy()
    policy.defaults = [.everyone, .public]
    return policy
  }()
}

extension OnboardingRules {
  static let circles: [Rule] = [
    Rule("CCL-01", "The immutable circles are there from the start, and shown."),
    Rule("CCL-02", "Everyone holds all that comes from the contact list; Public is for followers."),
    Rule("CCL-06", "Two mandatory circles and three prepopulated ones, or the locked pair."),
    Rule("DEC-07", "Circles start with immutable defaults."),
    Rule("CCL-09", "Every member carries the reason for being in the circle."),
  ]
}
