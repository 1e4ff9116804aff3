/// Text after a head, with the continuation lines indented a little further than its beginning.
package struct HangingText {
  let head: String
  let text: String

  package init(head: String = "", text: String) {
    self.head = head
    self.text = text
  }

  /// Returns the lines, of at most so many columns where the words allow it.
  package func wrapped(to width: Int) -> String {
    let room = max(width - head.count, Self.leastRoom)
    return head
      + TextTable.wrap(text, to: room, hanging: Self.hanging)
      .joined(separator: "\n" + String(repeating: " ", count: head.count))
  }

  private static let hanging = 4
  /// The least width: below it a column of single words would be worse than lines broken by the
  /// terminal.
  private static let leastRoom = 24
}
