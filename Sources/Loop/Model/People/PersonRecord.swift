/// The state of a person of the market, in four bytes: the member's number, or else the person's
/// newest click.
///
/// One record holds either: clicks are removed once they have led to a member.
struct PersonRecord: BitwiseCopyable {
  static let stranger = PersonRecord()

  private static let click: UInt32 = 1 << 31
  private var bits = UInt32.max

  var isMember: Bool { bits & Self.click == 0 }

  /// The number of the member, or `Member.none`; a member has no clicks.
  var member: UInt32 {
    get { isMember ? bits : Member.none }
    set {
      precondition(newValue & Self.click == 0, "there is room for two thousand million members")
      bits = newValue
    }
  }

  /// The place of the newest click, or `ReceivedInvites.none`; always `none` for a member.
  var firstClick: UInt32 {
    get { isMember || bits == ReceivedInvites.none ? ReceivedInvites.none : bits & ~Self.click }
    set {
      assert(!isMember)
      bits = newValue | Self.click
    }
  }
}
