import GrowthloopFindings

/// A part of a scenario: a value whose keys are declared once, for reader, schema and reference
/// alike.
///
/// `init()` sets the defaults. A section may contain others.
public protocol ScenarioSection: Sendable {
  init()

  /// Every key of the section, in the order in which it is explained.
  static var fields: [Field<Self>] { get }

  /// Reports mistakes that only several keys together show; called if each by itself can be read.
  ///
  /// It is called also where the checks of inner sections report errors.
  func check(_ reading: SectionReading<Self>)
}

extension ScenarioSection {
  public func check(_ reading: SectionReading<Self>) {}

  /// The declared fields of the section, with its own values as the defaults.
  package var fieldDescriptions: [FieldDescription] { Self.fields.flatMap { $0.describe(self) } }

  /// Returns the parameters of the section and of those within it, in the order of declaration.
  ///
  /// `name` is the dotted name of the section; empty for a whole scenario.
  func parameters(in name: String = "", written: EvidenceTable) -> [Parameter] {
    Self.fields.flatMap { $0.parameters(self, name.isEmpty ? "" : name + ".", written) }
  }
}
