/// An input that a command cannot process.
package struct UnfitInput: ExitCoded, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }

  package var exitCode: ExitCode { .badInput }
}
