extension String {
  /// A name of this code as events spell it: `homePrompt` is `home_prompt`.
  package var snakeCase: String {
    reduce(into: "") { name, letter in
      if letter.isUppercase { name += "_" }
      name += letter.lowercased()
    }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
