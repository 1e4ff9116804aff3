/// What the model knows of someone of the market, in four bytes: the number of the member, or else the
/// first of their clicks.
///
/// One record for both, since nobody needs both: clicks are forgotten once they have led to a member.
struct PersonRecord: BitwiseCopyable {
  static let stranger = PersonRecord()

  private static let click: UInt32 = 1 << 31
  private var bits = UInt32.max

  var isMember: Bool { bits & Self.click == 0 }

  /// The number of the member, or `Member.none`; from then on there are no clicks.
  var member: UInt32 {
    get { isMember ? bits : Member.none }
    set {
      precondition(newValue & Self.click == 0, "there is room for two thousand million members")
      bits = newValue
    }
  }

  /// The place of the newest click, or `ClickLists.none`; only of those who are not members.
  var firstClick: UInt32 {
    get { isMember || bits == ClickLists.none ? ClickLists.none : bits & ~Self.click }
    set {
      assert(!isMember)
      bits = newValue | Self.click
    }
  }
}
