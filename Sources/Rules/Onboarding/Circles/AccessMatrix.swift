import Vocabulary

/// The access of a person to a field.
public enum FieldAccess: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The field is open to the person.
  case allow = "Allow"
  /// The person must ask for the field, and the owner decides.
  case ask = "Ask"
  /// The field is closed to the person; no state is stricter.
  case dontAllow = "Don't Allow"

  /// The state in the words of its button.
  public var text: String { rawValue }

  /// The next stricter state.
  public var tightened: FieldAccess {
    switch self {
    case .allow: .ask
    case .ask, .dontAllow: .dontAllow
    }
  }
}

/// A field of a profile, such as the phone number.
public struct ProfileField: RawRepresentable, Hashable, Sendable {
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
public struct AccessMatrix: Hashable, Sendable {
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
