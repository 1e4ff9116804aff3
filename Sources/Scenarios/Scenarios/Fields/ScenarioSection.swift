/// A part of a scenario: a value whose keys are declared once, for reader, schema and reference alike.
///
/// What `init()` sets are the defaults. A section may hold others.
public protocol ScenarioSection: Sendable {
  init()

  /// Every key of the section, in the order in which it is explained.
  static var fields: [Field<Self>] { get }

  /// Tells what only several keys together can show; called if each by itself can be read.
  ///
  /// What the checks of inner sections refuse does not keep it away.
  func check(_ reading: SectionReading<Self>)
}

extension ScenarioSection {
  public func check(_ reading: SectionReading<Self>) {}

  /// What the section declares, with its own values as the defaults.
  package var fieldDescriptions: [FieldDescription] { Self.fields.flatMap { $0.describe(self) } }

  /// The parameters of the section and of those within it, in the order of declaration.
  ///
  /// `name` is the dotted name of the section; none for a whole scenario.
  func parameters(in name: String = "", written: EvidenceTable) -> [Parameter] {
    Self.fields.flatMap { $0.parameters(self, name.isEmpty ? "" : name + ".", written) }
  }
}
