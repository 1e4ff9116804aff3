internal import LinuxIO

extension LoadEngine {
  /// Whether the kernel is asked when answers came.
  var isStamping: Bool { stamps != nil }

  /// Begins to connect a slot; a request that cannot even begin has failed.
  mutating func connect(_ index: Int32) -> Bool {
    let place = Int(index)
    let route = place % routes.count
    // Its port is free again at once when it is closed, so that no number of taps uses them all up.
    let answer = ClientSocket.connect(over: &routes[route], abortsOnClose: true)
    guard answer >= 0 else {
      fail(index, ClientSocket.isRefusal(-answer) ? .refused : .unreachable)
      return false
    }
    slots[place].socket = answer
    if isStamping { ClientSocket.stampArrivals(answer) }
    if let security { sessions[place] = security.session(over: answer) }
    return true
  }

  /// Gives up a connection that is idle.
  mutating func dismiss(_ index: Int32) {
    idle.remove(index, in: &slots)
    release(index)
  }

  /// Closes a slot's connection, if it has one; the slot is free then.
  mutating func release(_ index: Int32) {
    let place = Int(index)
    if slots[place].socket >= 0 {
      if !sessions.isEmpty { sessions[place] = nil }
      ClientSocket.close(slots[place].socket)
    }
    slots[place].socket = -1
    slots[place].generation &+= 1
    slots[place].phase = .free
    slots[place].isWatched = false
    slots[place].isWatchedForWriting = false
    slots[place].isUnread = false
    slots[place].isPeerFinished = false
    slots[place].wasUsed = false
    free.append(index, in: &slots)
  }
}
