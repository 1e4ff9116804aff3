extension String {
  /// A name of this code as events spell it: `homePrompt` is `home_prompt`.
  package var snakeCase: String {
    reduce(into: "") { name, letter in
      if letter.isUppercase { name += "_" }
      name += letter.lowercased()
    }
  }
}
