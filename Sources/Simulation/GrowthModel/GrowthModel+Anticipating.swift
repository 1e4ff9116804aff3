// The only door to raw memory in this target: addresses are taken, never read.
private import CPrefetch

extension GrowthModel {
  /// Brings the people of an event near: with a million of them, waiting for memory would take most of
  /// the time.
  public func anticipate(_ event: GrowthEvent) {
    switch event.kind {
    case .session, .share, .home:
      bringNear(members, event.subject)
    case .tap, .launch:
      bringNear(memberOf, event.subject)
      bringNear(firstClick, event.subject)
      if event.sender != GrowthEvent.none { bringNear(members, event.sender) }
    case .organic, .crowd, .deletion: break
    }
  }

  @inline(__always)
  private func bringNear<Element>(_ column: [Element], _ number: UInt32) {
    unsafe column.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      let address = unsafe UnsafeRawPointer(first + Int(number))
      unsafe prefetch(address)
      // A record may begin on one line of the cache and end on another.
      if MemoryLayout<Element>.stride > 64 { unsafe prefetch(address + 64) }
    }
  }
}
