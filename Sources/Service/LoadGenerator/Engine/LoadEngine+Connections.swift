import GrowthloopTransport

extension LoadEngine {
  /// Whether the kernel timestamps responses.
  var isStamping: Bool { stamps != nil }

  /// Begins to connect a slot; returns `false` if the request has failed by that.
  mutating func connect(_ index: Int32) -> Bool {
    let place = Int(index)
    let route = place % routes.count
    let error = slots[place].connection.open(over: &routes[route])
    guard error == 0 else {
      fail(index, ClientSocket.isRefusal(error) ? .refused : .unreachable)
      return false
    }
    let socket = slots[place].connection.socket
    if isStamping { ClientSocket.stampArrivals(socket) }
    if let security { sessions[place] = security.session(over: socket) }
    return true
  }

  /// Closes an idle connection.
  mutating func dismiss(_ index: Int32) {
    idle.remove(index, in: &slots)
    release(index)
  }

  /// Closes a slot's connection, if any, and frees the slot.
  mutating func release(_ index: Int32) {
    let place = Int(index)
    if !sessions.isEmpty { sessions[place] = nil }
    slots[place].connection.close()
    slots[place].phase = .free
    slots[place].isWatched = false
    slots[place].isWatchedForWriting = false
    slots[place].isUnread = false
    slots[place].isPeerFinished = false
    slots[place].wasUsed = false
    free.append(index, in: &slots)
  }
}
