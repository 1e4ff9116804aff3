public import Attribution
public import Vocabulary

extension LinkEngine {
  /// Stores the address of a person who asks to be notified of the launch.
  ///
  /// A repetition is a new consent: it starts the time anew. So it takes the same way as the first,
  /// and neither the answer nor its time reveals whether the address was known.
  public func keep(_ address: EmailAddress, at now: Instant) {
    let known = store.emailNotice(to: address.text)
    // Drawn in any case, so that both take as long.
    let pseudonym = PrincipalID(rawValue: chance.next())
    store.write(
      .email(EmailNotice(known?.id ?? pseudonym, to: address.text, since: moment(now))))
  }

  /// Deletes an address, with its key, so that no copy of the data restores it.
  ///
  /// It is left once more before: an unknown one makes the same changes, so that the time of the
  /// answer reveals nothing.
  public func withdraw(_ address: EmailAddress, at now: Instant) {
    keep(address, at: now)
    if let notice = store.emailNotice(to: address.text) { remove(notice.id, at: now) }
  }

  /// Returns the notice to an address; `nil` if none waits, or its time is over.
  public func emailNotice(to address: EmailAddress, at now: Instant) -> EmailNotice? {
    store.emailNotice(to: address.text).flatMap { isKept($0, at: now) ? $0 : nil }
  }

  /// Records that the app runs on the other platform; a repetition changes nothing.
  public func announceLaunch(at now: Instant) {
    guard store.announcement == nil else { return }
    store.write(
      .announcement(LaunchAnnouncement(PrincipalID(rawValue: chance.next()), at: moment(now))))
  }

  /// Withdraws the announcement: notices that were not delivered wait again.
  public func revokeLaunch() {
    if let word = store.announcement { store.write(.announcementGone(word.id)) }
  }

  /// The notices to deliver, oldest first; none before the launch is announced.
  public func pendingEmails(at now: Instant, atMost most: Int) -> [EmailNotice] {
    guard store.announcement != nil else { return [] }
    // One whose time is over blocks none behind it.
    var asked = most
    while true {
      let waiting = store.emailNotices(before: .distantFuture, atMost: asked)
      let kept = waiting.filter { isKept($0, at: now) }
      if kept.count >= most || waiting.count < asked { return Array(kept.prefix(most)) }
      asked *= 2
    }
  }

  /// Removes a delivered notice with its address and key, so that no copy of the data sends it again.
  ///
  /// - Returns: Whether the notice may have been given out: none is before the launch.
  public func deliveredEmail(_ id: PrincipalID, at now: Instant) -> Bool {
    guard store.announcement != nil else { return false }
    if store.emailNotice(id) != nil { remove(id, at: now) }
    return true
  }

  private func remove(_ notice: PrincipalID, at now: Instant) {
    store.write(.emailGone(notice))
    store.write(.erased(notice, at: moment(now), .erased))
  }

  private func isKept(_ notice: EmailNotice, at now: Instant) -> Bool {
    EmailCapturePage.isKept(since: notice.since, at: now)
  }
}
