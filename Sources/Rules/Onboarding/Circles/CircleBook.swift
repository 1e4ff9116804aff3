public import Vocabulary

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
public struct CircleBook: Hashable, Sendable {
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
