/// One entry of the rule book: the meaning of a catalogue id, and the file that decides it.
public struct Rule: Hashable, Sendable {
  /// The id by which decisions name the rule.
  public let id: RuleID
  /// The rule in one line.
  public let meaning: String
  /// The deciding file, as `Module/File.swift`.
  ///
  /// Folders are left out, since file names are unique in a module.
  public let place: String

  /// Creates a rule; the place is the file that contains this call.
  public init(_ id: RuleID, _ meaning: String, place: String = #fileID) {
    self.id = id
    self.meaning = meaning
    self.place = place
  }
}
