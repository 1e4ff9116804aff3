public import GrowthloopFindings

extension ExplanationFindings {
  /// Returns the story, or the people found, in lines of so many columns; commands stay whole for
  /// copying.
  public func text(upTo width: Int) -> String {
    let parts =
      person.map { storyParts(of: $0, upTo: width) } ?? searchParts(upTo: width)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The story, or the people found, as a part of a page: a rule is a button, and so is a person.
  package var fragment: String {
    var part = Markup()
    part.element("p", ["class": "soft"], words: circumstances)
    part.element("ol", ["class": "story"]) { list in
      for found in people ?? [] {
        list.element("li") { item in
          item.element("button", ["type": "button", "data-person": "\(found.person)"]) {
            $0.words("Person \(found.person)")
          }
          item.words(" day \(found.entry.day) \(found.entry.time): \(found.entry.text)")
        }
      }
      for line in story ?? [] {
        list.element("li") { item in
          item.element("span", ["class": "when"], words: "day \(line.day) \(line.time)")
          item.words(" \(line.text) ")
          Self.write(rule: line.rule, to: &item)
          guard !line.notes.isEmpty else { return }
          item.element("ul") { notes in
            for note in line.notes {
              notes.element("li") {
                $0.words("\(note.text) ")
                Self.write(rule: note.rule, to: &$0)
              }
            }
          }
        }
      }
    }
    let ending = person.map(ending) ?? ((people ?? []).isEmpty ? searchEnding : "")
    if !ending.isEmpty { part.element("p", words: ending) }
    return part.text
  }

  private static func write(rule: String?, to markup: inout Markup) {
    guard let rule else { return }
    markup.element("button", ["type": "button", "data-rule": rule], words: "Why \(rule)?")
  }

  private var searchEnding: String { "No person has \(query ?? "this") in their story." }

  private func storyParts(of person: UInt32, upTo width: Int) -> [String] {
    [
      HangingText(text: title).wrapped(to: width),
      HangingText(text: "Person \(person). \(circumstances)").wrapped(to: width),
      timeline(upTo: width), HangingText(text: ending(of: person)).wrapped(to: width),
      "Reproduce with: \(command)",
    ]
  }

  private func ending(of person: UInt32) -> String {
    if story?.isEmpty ?? true {
      return "Nothing reached person \(person): no invite, and they never installed the app."
    }
    guard isMember == true else { return "Person \(person) never became a member." }
    return sessions == 0
      ? "There was no session."
      : "Sessions: \(sessions ?? 0), of which \(quietSessions ?? 0) were quiet; nothing was decided in "
        + "those."
  }

  /// Returns a line for each entry, its moment only where it changes, and the notes below it.
  private func timeline(upTo width: Int) -> String {
    let below = String(repeating: " ", count: Self.width + 2)
    var moment = ""
    return (story ?? []).flatMap { line in
      let at = "day \(line.day) \(line.time)"
      let head = at == moment ? below : at.padded(to: below.count)
      moment = at
      let notes = line.notes.map { HangingText(head: below + "  ", text: $0.text) }
      return [HangingText(head: head, text: line.text)] + notes
    }.map { $0.wrapped(to: width) }.joined(separator: "\n")
  }

  /// The width of a moment.
  private static let width = "day 100 00:00:00".count

  private func searchParts(upTo width: Int) -> [String] {
    let found = (people ?? []).map { found in
      let words =
        "person \(found.person), day \(found.entry.day) \(found.entry.time): \(found.entry.text)"
      return HangingText(text: words).wrapped(to: width) + "\n  \(found.command)"
    }
    let answer =
      found.isEmpty
      ? searchEnding : found.joined(separator: "\n")
    return [title, circumstances].map { HangingText(text: $0).wrapped(to: width) } + [answer]
  }
}
