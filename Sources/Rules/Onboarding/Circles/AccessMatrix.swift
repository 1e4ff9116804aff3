import Vocabulary

/// What someone may see of a field.
public enum FieldAccess: String, CaseIterable, Sendable, BitwiseCopyable {
  case allow
  case ask
  case dontAllow

  /// The state in the words of its button.
  public var text: String {
    switch self {
    case .allow: "Allow"
    case .ask: "Ask"
    case .dontAllow: "Don't Allow"
    }
  }

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

/// Who may see which field: a default, and what circles have instead of it.
///
/// Both readings of access control fit in: per circle, and per field with three states. No document
/// gives the baseline, so the user's choice on the sharing screen is asked for, not assumed.
public struct AccessMatrix: Hashable, Sendable {
  /// What holds for every field and circle that has nothing else.
  public private(set) var global: FieldAccess
  private var fieldDefaults: [ProfileField: FieldAccess] = [:]
  private var overrides: [String: [ProfileField: FieldAccess]] = [:]

  public init(global: FieldAccess) {
    self.global = global
  }

  /// What `circle` may see of `field`.
  public subscript(field: ProfileField, circle: String) -> FieldAccess {
    overrides[circle]?[field] ?? fieldDefaults[field] ?? global
  }

  public mutating func setDefault(_ access: FieldAccess, for field: ProfileField) {
    fieldDefaults[field] = access
  }

  public mutating func override(_ access: FieldAccess, of field: ProfileField, for circle: String) {
    overrides[circle, default: [:]][field] = access
  }

  /// Returns `circle` to the default of `field`.
  public mutating func removeOverride(of field: ProfileField, for circle: String) {
    overrides[circle]?[field] = nil
    if overrides[circle]?.isEmpty == true { overrides[circle] = nil }
  }

  /// How many entries, each of a field for a circle, stand in place of a default.
  public var overrideCount: Int { overrides.values.reduce(0) { $0 + $1.count } }

  /// Makes every entry one step stricter: the one-tap "tighten" of the reachability card.
  public mutating func tighten() {
    global = global.tightened
    fieldDefaults = fieldDefaults.mapValues(\.tightened)
    overrides = overrides.mapValues { $0.mapValues(\.tightened) }
  }
}

/// What the reachability card says in short: how many of the fields are open to a circle.
public struct ReachabilitySummary: Hashable, Sendable {
  public let allowed: Int
  public let asking: Int
  public let denied: Int
}

extension AccessMatrix {
  /// Counts what `circle` may see of `fields`.
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
