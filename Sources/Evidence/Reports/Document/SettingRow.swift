/// A setting or parameter that a run rests on.
public struct SettingRow: Hashable, Sendable {
  public let name: String
  public let value: String
  public let meaning: String
  /// Who says so; `nil` where nobody does.
  public let source: String?
  /// From A, a primary source, to D, an assumption; `nil` where none is told.
  public let grade: String?

  public init(
    _ name: String, _ value: String, meaning: String = "", source: String? = nil,
    grade: String? = nil
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.source = source
    self.grade = grade
  }

  static func table(_ rows: [SettingRow]) -> Table {
    guard rows.contains(where: { $0.grade != nil || $0.source != nil }) else {
      return Table(
        ["parameter", "value", "meaning"], rows.map { [$0.name, $0.value, $0.meaning] })
    }
    return Table(
      ["parameter", "value", "grade", "source", "meaning"],
      rows.map { [$0.name, $0.value, $0.grade ?? "none", $0.source ?? "", $0.meaning] })
  }
}
