import GrowthloopFindings
import Testing

@testable import GrowthloopPlans

@Suite("YAML · what is refused, and where")
struct YAMLRefusalTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let told: String

    init(_ description: String, _ text: String, _ told: String) {
      testDescription = description
      self.text = text
      self.told = told
    }
  }

  static let refused = [
    Example(
      "nothing", "", "town.yaml:1:1: error: the file says nothing"),
    Example(
      "comments alone", "# nothing yet\n",
      """
      town.yaml:1:1: error: the file says nothing
          # nothing yet
          ^
      """),
    Example(
      "an empty document", "---\n",
      """
      town.yaml:1:1: error: the file says nothing
          ---
          ^
      """),
    Example(
      "a second document", "title: x\n---\ntitle: y\n",
      """
      town.yaml:2:1: error: a second document begins here
          ---
          ^ write one document in a file
      """),
    Example(
      "a key twice", "title: x\npeople: 20\ntitle: y\n",
      """
      town.yaml:3:1: error: 'title' is given twice
          title: y
          ^ keep one of the two
      town.yaml:1:1: note: it was first given here
          title: x
          ^
      """),
    Example(
      "an alias and its anchor", "title: &t x\npeople: 20\nweather: *t\n",
      """
      town.yaml:1:8: error: anchors are not read
          title: &t x
                 ^ write it out
      town.yaml:3:10: error: aliases are not read
          weather: *t
                   ^ write the value out
      """),
    Example(
      "a tag", "title: !!str x\npeople: !town 20\n",
      """
      town.yaml:1:8: error: tags are not read
          title: !!str x
                 ^ leave the tag out
      town.yaml:2:9: error: tags are not read
          people: !town 20
                  ^ leave the tag out
      """),
    Example(
      "a merge key", "title: x\n<<: {people: 20}\n",
      """
      town.yaml:2:1: error: merge keys are not read
          <<: {people: 20}
          ^ name another file by extends
      """),
    Example(
      "keys that are no words", "title: x\n? [a]\n: 1\n~: 2\n",
      """
      town.yaml:2:3: error: a key must be a word, not a list
          ? [a]
            ^
      town.yaml:4:1: error: a key must be a word, not nothing
          ~: 2
          ^
      """),
    Example(
      "a control character", "title: x\npeople: 2\u{7}0\n",
      """
      town.yaml:2:10: error: the character U+0007 is not allowed
          people: 2\u{FFFD}0
                   ^ remove it, or write it as an escape in double quotes
      """),
    Example(
      "no mapping", "- title\n",
      """
      town.yaml:1:1: error: a scenario must be a mapping from keys to values, not a list
          - title
          ^ write key: value
      """),
  ]

  @Test(arguments: refused)
  func `what no scenario needs is refused at its place`(_ example: Example) {
    #expect(mistakes(in: example.text) == example.told)
  }

  static let syntax = [
    Example(
      "a tab as indentation", "title: x\nharbour:\n\tboats: 3\n",
      """
      town.yaml:3:1: error: a tab cannot indent
          \tboats: 3
          ^ write spaces
      """),
    Example(
      "a colon too many", "title: x: y\n",
      """
      town.yaml:1:9: error: a ':' cannot stand here
          title: x: y
                  ^ put the text in quotes, or begin a new line
      """),
    Example(
      "a line that is no entry", "title: x\nharbour\npeople: 3\n",
      """
      town.yaml:2:1: error: this is neither 'key: value' nor a part of the value before
          harbour
          ^ write key: value
      """),
    Example(
      "a key out of line", "harbour:\n   boats: 3\n  depth: 2\n",
      """
      town.yaml:3:3: error: this does not line up with the keys before it
          depth: 2
          ^ indent it like its neighbours
      town.yaml:1:1: note: its neighbours begin here
          harbour:
          ^
      """),
    Example(
      "an open list", "title: x\nseeds: [1, 2\npeople: 3\n",
      """
      town.yaml:3:7: error: the list is not closed
          people: 3
                ^ write , or ]
      town.yaml:2:8: note: the list begins here
          seeds: [1, 2
                 ^
      """),
    Example(
      "an open mapping", "harbour: {boats: 3\n",
      """
      town.yaml:2:1: error: the mapping is not closed
          write , or }
      town.yaml:1:10: note: the mapping begins here
          harbour: {boats: 3
                   ^
      """),
    Example(
      "an open quotation", "people: 3\ntitle: \"x\nweather: fair\n",
      """
      town.yaml:2:8: error: the quotation mark is never closed
          title: "x
                 ^ close it
      """),
    Example(
      "an unknown escape", "title: \"C:\\Users\"\n",
      """
      town.yaml:1:13: error: double quotes know no such escape
          title: "C:\\Users"
                      ^ write \\\\, or use single quotes
      """),
    Example(
      "another unknown escape", "title: \"C:\\Windows\"\n",
      """
      town.yaml:1:11: error: double quotes know no such escape
          title: "C:\\Windows"
                    ^ write \\\\, or use single quotes
      """),
    Example(
      "a mark that begins nothing", "title: @home\n",
      """
      town.yaml:1:8: error: '@' cannot begin a value
          title: @home
                 ^ put the value in quotes
      """),
    Example(
      "a list beside a key", "seeds: - 1\n",
      """
      town.yaml:1:8: error: a list cannot begin here
          seeds: - 1
                 ^ begin it in a line of its own
      """),
  ]

  @Test(arguments: syntax)
  func `a slip of syntax is told where it was made`(_ example: Example) {
    #expect(mistakes(in: example.text) == example.told)
  }
}
