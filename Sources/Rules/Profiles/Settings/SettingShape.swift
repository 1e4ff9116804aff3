/// What the values of a setting look like, for a program that checks them before we do.
///
/// It may let pass what the setting then refuses; it never refuses what the setting takes.
public indirect enum SettingShape: Hashable, Sendable {
  /// One of these words.
  case choice([String])
  case flag
  case whole(ClosedRange<Int>)
  case number(least: Double)
  /// From 0 to 1, or in per cent.
  case share
  /// A number of at least so much in the unit of the setting, or a time that names its own.
  case time(least: Int)
  /// Text, of a regular expression where one says it.
  case text(pattern: String?)
  case either([SettingShape])
  /// Values in a list, or none.
  case list(of: SettingShape)
}
