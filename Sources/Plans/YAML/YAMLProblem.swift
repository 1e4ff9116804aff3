import GrowthloopFindings

/// The reason why a parser cannot continue, translated from libyaml's words.
struct YAMLProblem {
  let problem: String
  /// The element being read: "while parsing a block mapping".
  let context: String?
  let source: SourceText
  let offset: Int
  /// The start of that element.
  let contextOffset: Int

  var diagnostic: Diagnostic {
    switch problem {
    case "found character that cannot start any token":
      return wrongCharacter
    case "found a tab character that violates indentation":
      return at(offset, "a tab cannot indent", "write spaces")
    case "mapping values are not allowed in this context":
      return at(
        offset, "a ':' cannot stand here", "put the text in quotes, or begin a new line")
    case "could not find expected ':'":
      return at(
        contextOffset, "this is neither 'key: value' nor a part of the value before",
        "write key: value")
    case "did not find expected key":
      return begun(
        "this does not line up with the keys before it", "indent it like its neighbours",
        "its neighbours begin here")
    case "did not find expected '-' indicator":
      return begun(
        "this does not line up with the list before it", "begin it with '- ', or indent it less",
        "the list begins here")
    case "did not find expected ',' or ']'":
      return begun("the list is not closed", "write , or ]", "the list begins here")
    case "did not find expected ',' or '}'":
      return begun("the mapping is not closed", "write , or }", "the mapping begins here")
    case "found unexpected end of stream", "found unexpected document indicator":
      return at(contextOffset, "the quotation mark is never closed", "close it")
    case "found unknown escape character", "did not find expected hexdecimal number":
      return at(
        offset, "double quotes know no such escape", "write \\\\, or use single quotes")
    case "did not find expected node content":
      return at(offset, "a value is missing", nil)
    case "block sequence entries are not allowed in this context":
      return at(offset, "a list cannot begin here", "begin it in a line of its own")
    case "did not find expected <document start>":
      return at(offset, "the document has ended before this", "write one document in a file")
    case "found undefined tag handle":
      return at(offset, "tags are not read", "leave the tag out")
    default:
      return at(offset, context.map { "\(problem) \($0)" } ?? problem, nil)
    }
  }

  private var wrongCharacter: Diagnostic {
    let scalars = source.text.unicodeScalars
    let index = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
    guard let index, index < scalars.endIndex else {
      return at(offset, "a value is missing", nil)
    }
    if scalars[index] == "\t" { return at(offset, "a tab cannot indent", "write spaces") }
    return at(
      offset, "\(String(scalars[index]).quoted) cannot begin a value", "put the value in quotes")
  }

  /// Returns a diagnostic about an element that began elsewhere.
  private func begun(_ message: String, _ remedy: String, _ note: String) -> Diagnostic {
    var diagnostic = at(offset, message, remedy)
    diagnostic.notes = [Diagnostic(.note, note, at: source.range(contextOffset..<contextOffset))]
    return diagnostic
  }

  private func at(_ offset: Int, _ message: String, _ remedy: String?) -> Diagnostic {
    Diagnostic(.error, message, at: source.range(offset..<offset), remedy: remedy)
  }
}
