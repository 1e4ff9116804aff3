public import Vocabulary

/// A person in a circle.
public enum CircleMember: Hashable, Sendable, BitwiseCopyable, Codable {
  /// A person with an account.
  case principal(PrincipalID)
  /// An entry of the address book, by a number without meaning outside.
  case contact(UInt64)
}

/// The reason why a person is in a circle.
public enum Provenance: String, Sendable, BitwiseCopyable, Codable {
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
  public var explanation: String { worded(pattern: rawValue) }
}

/// A group of people, with the reason for each member.
public struct Circle: Hashable, Sendable, Codable {
  /// The changes that the user may make to a circle.
  public enum Standing: String, CaseIterable, Sendable, Codable {
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

/// The access of a person to a field.
public enum FieldAccess: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The field is open to the person.
  case allow = "Allow"
  /// The person must ask for the field, and the owner decides.
  case ask = "Ask"
  /// The field is closed to the person; no state is stricter.
  case dontAllow = "Don't Allow"

  /// The state in the words of its button.
  public var text: String { worded(pattern: rawValue) }

  /// The next stricter state.
  public var tightened: FieldAccess {
    switch self {
    case .allow: .ask
    case .ask, .dontAllow: .dontAllow
    }
  }
}

/// A field of a profile, such as the phone number.
public struct ProfileField: RawRepresentable, Hashable, Sendable, Codable {
  public var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The access to each field: a default, and overrides for circles.
///
/// It represents both readings of access control: per circle, and per field with three states. No
/// document gives the baseline, so the user's choice on the sharing screen is required, not
/// assumed.
public struct AccessMatrix: Hashable, Sendable, KeptState {
  /// The default for every field and circle without an entry.
  public private(set) var global: FieldAccess
  private var fieldDefaults: [ProfileField: FieldAccess] = [:]
  private var overrides: [String: [ProfileField: FieldAccess]] = [:]

  /// Creates a matrix that gives every circle the access `global` to every field.
  public init(global: FieldAccess) {
    self.global = global
  }

  /// The access of `circle` to `field`.
  public subscript(field: ProfileField, circle: String) -> FieldAccess {
    overrides[circle]?[field] ?? fieldDefaults[field] ?? global
  }

  /// Sets the access of every circle without an override to `field`.
  public mutating func setDefault(_ access: FieldAccess, for field: ProfileField) {
    fieldDefaults[field] = access
  }

  /// Sets the access of one circle to `field`, which then outranks the defaults.
  ///
  /// The circle's name is not checked against a ``CircleBook``.
  public mutating func override(_ access: FieldAccess, of field: ProfileField, for circle: String) {
    overrides[circle, default: [:]][field] = access
  }

  /// Resets `circle` to the default of `field`.
  public mutating func removeOverride(of field: ProfileField, for circle: String) {
    overrides[circle]?[field] = nil
    if overrides[circle]?.isEmpty == true { overrides[circle] = nil }
  }

  /// The number of entries, each of a field for a circle, in place of a default.
  public var overrideCount: Int { overrides.values.reduce(0) { $0 + $1.count } }

  /// Makes every entry one step stricter: the one-tap "tighten" of the reachability card.
  public mutating func tighten() {
    global = global.tightened
    fieldDefaults = fieldDefaults.mapValues(\.tightened)
    overrides = overrides.mapValues { $0.mapValues(\.tightened) }
  }
}

extension CirclePolicy {
  /// Returns the matrix in which a new account's access is stored; `nil` where access does not
  /// depend on circles.
  public func accessMatrix(global: FieldAccess) -> AccessMatrix? {
    switch accessControl {
    case .perFieldByCircle: AccessMatrix(global: global)
    case nil: nil
    }
  }
}

/// The short text of the reachability card: the number of fields open to a circle.
///
/// An app needs it to draw that card.
public struct ReachabilitySummary: Hashable, Sendable {
  /// The number of fields that the circle may see.
  public let allowed: Int
  /// The number of fields that the circle must ask for.
  public let asking: Int
  /// The number of fields that are closed to the circle.
  public let denied: Int
}

extension AccessMatrix {
  /// Counts the access of `circle` to `fields`.
  public func summary(of fields: [ProfileField], for circle: String) -> ReachabilitySummary {
    func count(_ access: FieldAccess) -> Int {
      fields.count { self[$0, circle] == access }
    }
    return ReachabilitySummary(
      allowed: count(.allow), asking: count(.ask), denied: count(.dontAllow))
  }
}

extension OnboardingRules {
  static let access: [Rule] = [
    Rule("CCL-03", "There is one global sharing default."),
    Rule("CCL-04", "Overrides per circle are optional."),
    Rule("CCL-07", "A field has one of three states: Allow, Don't Allow, Ask."),
    Rule("CCL-13", "Access is a matrix of field by circle, which holds both readings."),
    Rule("DEC-08", "Access is defaults first, with overrides per circle."),
    Rule("PER-08", "Sharing is user-controlled."),
  ]
}

/// The result of changing a circle.
public enum CircleDecision: Hashable, Sendable {
  /// The book is as requested, whether or not it had to change.
  case done
  /// The book is unchanged.
  case refused(because: Reason)

  /// The reason why a change was refused.
  public enum Reason: String, CaseIterable, Sendable {
    /// The circle must stay as it is.
    case mandatory
    /// No circle has the given name.
    case noSuchCircle
    /// Another circle has the name already.
    case nameTaken
    /// The person is not in the circle.
    case notAMember
    /// The user placed the member: only the app's placements can be undone.
    case placedByUser
    /// No circle accepts contacts.
    case noCircleForContacts
    /// The suggestion was taken or dismissed before.
    case alreadyAnswered
    /// The policy controls no access by circle.
    case noAccessControl
  }
}

extension CircleDecision.Reason {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .mandatory: "CCL-15"
    case .noSuchCircle, .nameTaken: "CCL-01"
    case .notAMember: "CCL-09"
    case .placedByUser: "CCL-10"
    case .noCircleForContacts: "CCL-14"
    case .alreadyAnswered: "CCL-08"
    case .noAccessControl: "CNF-61"
    }
  }
}

/// The circles of one user.
public struct CircleBook: Hashable, Sendable, KeptState {
  /// In the order in which they are shown.
  public private(set) var circles: [Circle]

  /// Creates the circles that a new account starts with.
  public init(startingWith policy: CirclePolicy) {
    circles = policy.defaults.map {
      Circle(name: $0.rawValue, standing: $0.standing, origin: $0)
    }
  }

  /// Returns the circle with exactly this name; `nil` if there is none.
  public subscript(name: String) -> Circle? { circles.first { $0.name == name } }
}

extension CircleBook {
  /// Adds an empty circle of the user's own behind the others, unless the name is taken.
  public mutating func add(circle name: String) -> CircleDecision {
    if index(of: name) != nil { return .refused(because: .nameTaken) }
    circles.append(Circle(name: name, standing: .own, origin: nil))
    return .done
  }

  /// Renames a circle, unless it is mandatory or another one has the new name.
  public mutating func rename(_ name: String, to newName: String) -> CircleDecision {
    guard let index = index(of: name) else { return .refused(because: .noSuchCircle) }
    if circles[index].standing == .mandatory { return .refused(because: .mandatory) }
    if newName != name, self.index(of: newName) != nil { return .refused(because: .nameTaken) }
    circles[index].name = newName
    return .done
  }

  /// Deletes a circle with its members, unless it is mandatory.
  public mutating func delete(_ name: String) -> CircleDecision {
    guard let index = index(of: name) else { return .refused(because: .noSuchCircle) }
    if circles[index].standing == .mandatory { return .refused(because: .mandatory) }
    circles.remove(at: index)
    return .done
  }

  /// Places a member in a circle, with the reason; a present member keeps the first reason.
  public mutating func place(
    _ member: CircleMember, in name: String, because provenance: Provenance
  ) -> CircleDecision {
    guard let index = index(of: name) else { return .refused(because: .noSuchCircle) }
    if circles[index].members[member] == nil { circles[index].members[member] = provenance }
    return .done
  }

  /// Removes a member from a circle, whatever the reason was.
  public mutating func remove(_ member: CircleMember, from name: String) -> CircleDecision {
    guard let index = index(of: name) else { return .refused(because: .noSuchCircle) }
    return circles[index].members.removeValue(forKey: member) == nil
      ? .refused(because: .notAMember) : .done
  }

  /// Undoes a placement by the app.
  public mutating func undoPlacement(
    of member: CircleMember, in name: String
  ) -> CircleDecision {
    guard let index = index(of: name) else { return .refused(because: .noSuchCircle) }
    guard let provenance = circles[index].members[member] else {
      return .refused(because: .notAMember)
    }
    guard provenance.isAutomatic else { return .refused(because: .placedByUser) }
    circles[index].members[member] = nil
    return .done
  }

  /// Adds the other side of an invite, to the circle of contacts and no other.
  ///
  /// Where the defaults are Everyone and Public, Everyone is that circle: it holds "all
  /// contact-list based entities" (ours; no document says where a connection goes then).
  public mutating func connect(_ other: PrincipalID) -> CircleDecision {
    guard let circle = circles.first(where: { $0.origin?.audience == .contactList }) else {
      return .refused(because: .noCircleForContacts)
    }
    return place(.principal(other), in: circle.name, because: .connectedByInvite)
  }

  private func index(of name: String) -> Int? { circles.firstIndex { $0.name == name } }
}

extension OnboardingRules {
  static let circleBook: [Rule] = [
    Rule("CCL-10", "An automatic placement can be undone."),
    Rule("CCL-14", "A connection by invite goes into the circle of contacts, and no other."),
    Rule("CCL-15", "The immutable circles can be neither renamed nor deleted."),
  ]
}

/// A circle in which a person may belong; no step waits for the answer.
///
/// An app needs it where it proposes circles for new contacts.
public struct CircleSuggestion: Hashable, Sendable, KeptState {
  /// The user's answer to a suggestion.
  public enum State: String, CaseIterable, Sendable, Codable {
    /// The user has not answered yet.
    case open
    /// The user accepted, and the member was placed in the circle.
    case taken
    /// The user declined the proposal.
    case dismissed
  }

  /// The person to place.
  public let member: CircleMember
  /// The name of the proposed circle.
  public let circle: String
  /// The user's answer, which is final; a refused placement leaves the suggestion open.
  public private(set) var state = State.open

  /// Creates an open suggestion to place `member` in the circle named `circle`.
  public init(of member: CircleMember, for circle: String) {
    self.member = member
    self.circle = circle
  }

  /// Accepts the suggestion, if it is open; until then it places no member.
  public mutating func take(in book: inout CircleBook) -> CircleDecision {
    guard state == .open else { return .refused(because: .alreadyAnswered) }
    let decision = book.place(member, in: circle, because: .suggestionTaken)
    if decision == .done { state = .taken }
    return decision
  }

  /// Dismisses the suggestion, if it is open.
  public mutating func dismiss() {
    if state == .open { state = .dismissed }
  }
}

extension OnboardingRules {
  static let suggestions: [Rule] = [
    Rule("CCL-08", "Circle help is suggestions and passive assistance, never mandatory work.")
  ]
}
