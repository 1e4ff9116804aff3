/// A finder of completions for the last word of a command line.
package enum Completer {
  /// Markers that make the shell complete paths itself.
  package static let files = ":files"
  package static let folders = ":folders"

  /// Returns the candidates for the last of `words`, which may be empty.
  ///
  /// The name of the tool is not among the words.
  package static func candidates(
    for words: [String], among commands: [any Command.Type]
  ) -> [String] {
    guard words.count > 1 else {
      let own = commands.map { $0.name } + ["help", "--help", "--version"]
      return beginning(words.first ?? "", among: own)
    }
    guard words[0] == "help" else { return candidates(for: words[...], in: commands) }
    return beginning(words[1], among: words.count == 2 ? commands.map { $0.name } : [])
  }

  private static func candidates(
    for words: ArraySlice<String>, in commands: [any Command.Type]
  ) -> [String] {
    guard let first = words.first, words.count > 1 else {
      return beginning(words.first ?? "", among: commands.map { $0.name } + ["--help"])
    }
    guard let command = commands.first(where: { $0.name == first }) else { return [] }
    if let group = command as? any CommandGroup.Type {
      return candidates(for: words.dropFirst(), in: group.parts)
    }
    return candidates(for: words.dropFirst(), of: command.manual)
  }

  private static func candidates(for words: ArraySlice<String>, of manual: Manual) -> [String] {
    var rest = words
    guard let last = rest.popLast() else { return [] }
    // The preceding words determine the role: the value of an option, or a separate word.
    var pending: CommandOption?
    var count = 0
    for word in rest {
      if pending != nil {
        pending = nil
      } else if word.hasPrefix("-"), word != "-" {
        pending = manual.options.first { $0.isCalled(word) && $0.value != nil }
      } else {
        count += 1
      }
    }
    if let pending { return values(of: pending.completion, beginning: last) }
    if last.hasPrefix("-") {
      let parts = last.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        return beginning(last, among: manual.options.map(\.name) + ["--help"])
      }
      guard let option = manual.options.first(where: { $0.isCalled(String(parts[0])) }) else {
        return []
      }
      return values(of: option.completion, beginning: String(parts[1])).map {
        $0.hasPrefix(":") ? $0 : "\(parts[0])=\($0)"
      }
    }
    for word in manual.words {
      if count < word.most { return values(of: word.completion, beginning: last) }
      count -= word.most
    }
    return []
  }

  private static func values(of completion: Completion, beginning word: String) -> [String] {
    switch completion {
    case .nothing: return []
    case .file: return [files]
    case .folder: return [folders]
    case .words(let all): return beginning(word, among: all())
    case .keys(let all):
      // A key that has its equals sign needs no more: its value is the user's.
      return beginning(word, among: all().map { $0 + "=" }).filter { $0 != word }
    case .list(let all):
      let end = word.lastIndex(of: ",").map(word.index(after:)) ?? word.startIndex
      return beginning(String(word[end...]), among: all()).map { word[..<end] + $0 }
    }
  }

  private static func beginning(_ word: String, among all: [String]) -> [String] {
    all.filter { $0.hasPrefix(word) }
  }
}
