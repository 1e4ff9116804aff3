import GrowthloopPlans
import Testing
import Vocabulary

/// A setting with another value, and the circumstances in which the change shows.
struct SettingEffect: Sendable, CustomTestStringConvertible {
  /// What there is to be said of a change.
  enum Place: Sendable {
    /// It shows in the answer to a case of a subject.
    case decide(String, String)
    /// It shows in other places.
    case elsewhere
    /// It is refused, with these words.
    case refused(String)
  }

  /// The setting with its other value: `prompts.lifetimeMax=1`.
  let change: String
  let profile: String
  /// What else must be set for the change to matter.
  let given: [String]
  let place: Place

  init(_ change: String, _ profile: String = "rin", given: String..., in place: Place) {
    self.init(change, profile, given: given, in: place)
  }

  init(_ change: String, _ profile: String, given: [String], in place: Place) {
    self.change = change
    self.profile = profile
    self.given = given
    self.place = place
  }

  var name: String { String(change.prefix { $0 != "=" }) }

  /// The settings that are given, with the change in place of its own former value.
  func settings(changed: Bool = true) -> [String] {
    guard changed else { return given }
    return given.filter { !$0.hasPrefix(name + "=") } + [change]
  }

  var profileID: ProfileID { ProfileName.id(profile) ?? .rin }

  var testDescription: String {
    "\(change) under \(profile)" + (given.isEmpty ? "" : " with \(given.joined(separator: ", "))")
  }

  static let all =
    links + credit + receipt + prompts + sharing + contacts + newcomers + afterwards + counting
    + budgets + home
}

extension SettingEffect.Place {
  /// A case with events at moments of March 2026: `("01T09:00:00", #""session""#)`.
  static func decide(_ subject: String, events: [(String, String)]) -> Self {
    let events = events.map { #"{"at": "2026-03-\#($0)Z", "type": \#($1)}"# }
    return .decide(subject, #"{"id": 1, "events": [\#(events.joined(separator: ", "))]}"#)
  }
}
