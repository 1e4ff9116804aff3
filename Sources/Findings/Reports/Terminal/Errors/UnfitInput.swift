/// An input that a command cannot process.
package struct UnfitInput: ExitCoded, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }

  /// Creates an error of several mistakes, each on a line of its own.
  package init(_ mistakes: [String]) {
    self.init(description: mistakes.joined(separator: "\ngrowthloop: "))
  }

  package var exitCode: ExitCode { .badInput }
}
