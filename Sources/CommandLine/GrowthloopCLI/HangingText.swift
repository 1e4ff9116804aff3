/// Text behind a head: what does not fit into the line goes on below its beginning, a little further
/// in.
struct HangingText {
  var head = ""
  let text: String

  /// The lines, of at most so many columns where the words allow it.
  func wrapped(to width: Int) -> String {
    let room = max(width - head.count, Self.leastRoom)
    return head
      + TextTable.wrap(text, to: room, hanging: Self.hanging)
      .joined(separator: "\n" + String(repeating: " ", count: head.count))
  }

  private static let hanging = 4
  /// Below this a column of single words would be worse than lines that the terminal breaks.
  private static let leastRoom = 24
}
