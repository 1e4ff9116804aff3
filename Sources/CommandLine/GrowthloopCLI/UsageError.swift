/// A command line that cannot be followed; says what would be right.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
