import Invites
import Testing
import Vocabulary

@Suite("Events · what is counted as an invite")
struct SentInvitesTests {
  private func share(
    _ channel: ReportedChannel = .whatsapp, recipients: Int? = nil
  ) -> InviteEvent {
    InviteEvent(.shared, .share(.init(channel: channel, entry: .profile, recipients: recipients)))
  }

  private func counts(_ events: [InviteEvent]) -> SentInvites {
    events.reduce(into: SentInvites()) { $0.note($1) }
  }

  @Test func `CNF-06 · shares, records and recipients are counted side by side`() {
    let counts = counts([
      InviteEvent(.linkCreated, .entry(.profile)), share(recipients: 3), share(),
      InviteEvent(.linkCreated, .entry(.profile)),
      InviteEvent(.shareSheetCancelled), InviteEvent(.linkCreated, .entry(.profile)),
      share(recipients: 2),
    ])
    #expect(counts.sent(under: .rin) == 3)
    #expect(counts.sent(under: .product) == 2)
    #expect(counts.sent(under: .design) == 6)
  }

  @Test func `CNF-06, DSH-03 · a tap on Copy is a send only by a setting`() {
    let counts = counts([
      InviteEvent(.linkCopied, .entry(.profile)), InviteEvent(.linkCopied, .entry(.profile)),
      share(.copy),
    ])
    #expect(counts.copies == 2)
    #expect(counts.sent(under: .rin) == 1)
    var policy = MetricPolicy.rin
    policy.copyButtonCountsAsSend = true
    #expect(counts.sent(under: policy) == 3)
    #expect(counts.sent(under: .design) == 1)
  }

  @Test func `SHR-28 · a Messages compose that was sent counts as a share`() {
    #expect(counts([share(.messages)]).sent(under: .rin) == 1)
    #expect(counts([InviteEvent(.shareSheetCancelled)]).sent(under: .rin) == 0)
  }
}
