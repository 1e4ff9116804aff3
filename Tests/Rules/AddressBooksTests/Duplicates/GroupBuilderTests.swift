import Testing

@testable import AddressBooks

@Suite("Duplicates · how pairs become groups")
struct GroupBuilderTests {
  /// A group of the first `count` entries, and after them one entry by itself.
  private func crowd(of count: Int, apart: [(Int, Int)] = []) -> GroupBuilder {
    var builder = GroupBuilder(count: count + 1, apart: apart)
    for entry in 1..<count {
      builder.join(0, entry, confidence: 0.99) { _, _ in false }
    }
    return builder
  }

  @Test(arguments: [(11, false), (12, true)])
  func `the first twelve of a large group decide whether another may come in`(
    stranger: Int, joins: Bool
  ) {
    for pair in [(0, 13), (13, 0)] {
      var builder = crowd(of: 13)
      builder.join(pair.0, pair.1, confidence: 0.99) { $0 == stranger && $1 == 13 }
      #expect(builder.areTogether(0, 13) == joins)
    }
  }

  @Test(arguments: [(11, false), (12, true)])
  func `of two groups of one size the members of the first named come first`(
    stranger: Int, joins: Bool
  ) {
    var builder = GroupBuilder(count: 17, apart: [])
    for entry in 1..<8 {
      builder.join(0, entry, confidence: 1) { _, _ in false }
      builder.join(8, 8 + entry, confidence: 1) { _, _ in false }
    }
    builder.join(0, 8, confidence: 1) { _, _ in false }
    builder.join(0, 16, confidence: 1) { $0 == stranger && $1 == 16 }
    #expect(builder.areTogether(0, 16) == joins)
  }

  @Test func `a group is as sure as its weakest pair`() {
    var builder = GroupBuilder(count: 5, apart: [])
    builder.join(3, 1, confidence: 0.99) { _, _ in false }
    #expect(builder.groups.map(\.confidence) == [0.99])
    builder.join(4, 2, confidence: 0.96) { _, _ in false }
    builder.join(1, 2, confidence: 0.97) { _, _ in false }
    #expect(builder.groups.map(\.members) == [[1, 2, 3, 4]])
    #expect(builder.groups.map(\.confidence) == [0.96])
    // Two that are together already change nothing.
    builder.join(3, 4, confidence: 0.5) { _, _ in false }
    #expect(builder.groups.map(\.confidence) == [0.96])
  }

  @Test func `groups come in the order of their first members`() {
    var builder = GroupBuilder(count: 6, apart: [])
    for (left, right) in [(5, 1), (4, 3), (2, 0)] {
      builder.join(left, right, confidence: 1) { _, _ in false }
    }
    #expect(builder.groups.map(\.members) == [[0, 2], [1, 5], [3, 4]])
  }

  @Test func `two that are apart keep their groups apart, whichever is the larger`() {
    for apart in [(2, 13), (13, 2)] {
      for pair in [(0, 13), (13, 0)] {
        var builder = crowd(of: 13, apart: [apart])
        builder.join(pair.0, pair.1, confidence: 1) { _, _ in false }
        #expect(!builder.areTogether(0, 13))
        #expect(builder.groups.map(\.members) == [Array(0..<13)])
      }
    }
  }
}
