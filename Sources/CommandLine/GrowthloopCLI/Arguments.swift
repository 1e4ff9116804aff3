import Diagnostics

/// The words of a command line, told apart by what a command declares.
struct Arguments {
  /// What a command takes.
  struct Declaration {
    /// Options that stand alone.
    var flags: [String] = []
    /// Options that a value follows, as `--set a=b` or `--set=a=b`.
    var options: [String] = []
    /// The most words without a dash.
    var mostWords = 0
  }

  private(set) var words: [String] = []
  private var flags: Set<String> = []
  private var values: [(option: String, value: String)] = []

  init(_ arguments: some Sequence<String>, declared: Declaration) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        guard !argument.isEmpty else { throw UsageError(description: "an argument is empty") }
        guard words.count < declared.mostWords else {
          throw UsageError(description: "unexpected argument '\(argument)'")
        }
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if declared.flags.contains(name), parts.count == 1 {
        flags.insert(name)
      } else if declared.options.contains(name) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
        else {
          throw UsageError(description: "'\(name)' needs a value")
        }
        values.append((name, value))
      } else if declared.flags.contains(name) {
        throw UsageError(description: "'\(name)' takes no value")
      } else {
        let near = Suggestion.phrase(for: name, among: declared.flags + declared.options)
        throw UsageError(description: "unknown option '\(name)'\(near)")
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Whether the flag or option of this name is given.
  func mentions(_ name: String) -> Bool {
    has(name) || values.contains { $0.option == name }
  }

  /// Whether no flags or options but these are given.
  func mentionsOnly(_ names: String...) -> Bool {
    flags.isSubset(of: names) && values.allSatisfy { names.contains($0.option) }
  }

  /// Every option of one of these names with its value, in the order in which they were written.
  func all(_ names: String...) -> [(option: String, value: String)] {
    values.filter { names.contains($0.option) }
  }

  /// The value of an option that may be given once.
  func one(_ name: String) throws -> String? {
    let given = all(name)
    guard given.count <= 1 else {
      throw UsageError(description: "'\(name)' is given \(given.count) times; once is enough")
    }
    return given.first?.value
  }
}
