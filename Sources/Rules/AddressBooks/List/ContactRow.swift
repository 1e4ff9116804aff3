public import Vocabulary

/// A row of the list, ready to be drawn.
public struct ContactRow: Hashable, Sendable {
  /// The content of the second line, where a search does not replace it.
  public enum Subtitle: String, CaseIterable, Sendable {
    /// The primary number, or else the primary e-mail address; the default.
    case phoneOrEmail
    /// The company that the network has added; or else the number, the circles, the address.
    case contextual
  }

  /// The id of the contact, which a tap on the row opens or selects.
  public let id: ContactID
  /// The picture at the beginning of the row.
  public let avatar: Avatar
  /// One line, truncated at its end.
  public let title: String
  /// The second line: the found text, or the one that `Subtitle` names; empty for a row without.
  public let subtitle: String
  /// The circles that have a dot.
  public let dots: [CircleID]
  /// The number of circles without a dot, for lack of room.
  public let furtherCircles: Int
  /// Whether the row has the mark of a network addition.
  public let isEnriched: Bool

  /// The least height of a row in points.
  public static let leastHeight = 64

  /// The most dots of a row.
  private static let mostDots = 4

  /// Creates the row of `contact`; `found` is the text that a search matched, if not the name.
  ///
  /// Without a `subtitle` a row has a second line in a search only. `circles` are the user's.
  public init(
    _ contact: Contact, found: String? = nil, subtitle kind: Subtitle? = .phoneOrEmail,
    circles named: [ListCircle] = []
  ) {
    id = contact.id
    avatar = contact.avatar
    title = contact.title
    subtitle = found ?? kind.map { $0.text(of: contact, named) } ?? ""
    let circles = contact.circles.members
    dots = Array(circles.prefix(circles.count > Self.mostDots ? Self.mostDots - 1 : Self.mostDots))
    furtherCircles = circles.count - dots.count
    isEnriched = !contact.enriched.isEmpty
  }

  /// The text beside the dots if there are more circles: "+2".
  public var furtherText: String? { furtherCircles == 0 ? nil : "+\(furtherCircles)" }
}

extension ContactRow.Subtitle {
  /// Returns the second line of `contact`.
  fileprivate func text(of contact: Contact, _ circles: [ListCircle]) -> String {
    let known =
      switch self {
      case .phoneOrEmail: contact.phones.first?.text ?? contact.emails.first
      case .contextual:
        contact.addedCompany ?? contact.phones.first?.text ?? contact.circleNames(among: circles)
          ?? contact.emails.first
      }
    return known ?? "No contact info"
  }
}

extension Contact {
  /// The picture of the contact: the photo, or initials.
  public var avatar: Avatar { hasPhoto ? .photo(until: initials) : .initials(initials) }

  fileprivate var addedCompany: String? {
    enriched.contains(.company) && !name.organisation.isEmpty ? name.organisation : nil
  }

  /// Returns the names of the contact's circles; `nil` for a contact in none.
  public func circleNames(among circles: [ListCircle]) -> String? {
    let names = circles.filter { self.circles.contains($0.id) }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension ContactRow {
  /// The parts of the list and its tab that have a name of their own in the design.
  public enum Part: String, CaseIterable, Sendable {
    /// The contact's picture, in every row.
    case avatar = "AvatarView"
    /// A dot in the colour of one circle, of which a row has up to four.
    case circleDot = "CircleDot"
    /// The mark of a contact with additions from the network.
    case enrichmentBadge = "EnrichmentBadge"
    /// The badge on the tab, which is no part of a row.
    case tabBadge = "TabBadge"
  }

  /// The named parts that the row is drawn with, from its beginning to its end.
  public var parts: [Part] {
    [.avatar] + dots.map { _ in .circleDot } + (isEnriched ? [.enrichmentBadge] : [])
  }
}

extension ContactRules {
  static let rows: [Rule] = [
    Rule("ROW-01", "A row has an avatar, a name, a second line, dots, and perhaps the mark."),
    Rule("ROW-02", "The avatar is the photo, or initials."),
    Rule("ROW-03", "The first line is the name that is shown."),
    Rule("ROW-04", "The second line is the primary number, or else the primary e-mail address."),
    Rule("ROW-05", "Without either it is \"No contact info\"."),
    Rule("ROW-06", "Each of up to four circles has a dot."),
    Rule("ROW-07", "More than four circles are three dots and the number of the others."),
    Rule("ROW-08", "The mark is there if the network has added at least one thing."),
    Rule("ROW-12", "The names of the circles are not written beside the dots."),
    Rule("ROW-13", "In a search the second line may show what was found instead."),
    Rule("ROW-14", "A row is at least 64 points high."),
    Rule(
      "ROW-15", "A row has an AvatarView, CircleDots in their circles' colours, an EnrichmentBadge."
    ),
  ]
}
