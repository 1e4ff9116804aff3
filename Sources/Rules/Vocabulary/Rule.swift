/// One entry of the rule book: what a catalogue id means, and the file that decides it.
public struct Rule: Hashable, Sendable {
  public let id: RuleID
  /// The rule in one line.
  public let meaning: String
  /// Where it is decided, as `Module/File.swift`; folders are left out, for no two files of a module
  /// share a name.
  public let place: String

  /// Enters a rule; the place is the file that this call stands in.
  public init(_ id: RuleID, _ meaning: String, place: String = #fileID) {
    self.id = id
    self.meaning = meaning
    self.place = place
  }
}
