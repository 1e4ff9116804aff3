/// The rows of all invites, in slabs, so that growing moves nothing.
struct InviteRows {
  private static let slabBits = 12
  private static let slabSize = 1 << slabBits

  private var slabs: [[PackedInvite]] = []
  /// The number of rows there are, free ones included.
  private(set) var used: UInt32 = 0
  /// One more than the first free row; each leads on to the next.
  private var free: UInt32 = 0

  var bytes: Int { slabs.count * Self.slabSize * MemoryLayout<PackedInvite>.stride }

  subscript(row: UInt32) -> PackedInvite {
    get { slabs[Int(row) >> Self.slabBits][Int(row) & (Self.slabSize - 1)] }
    set { slabs[Int(row) >> Self.slabBits][Int(row) & (Self.slabSize - 1)] = newValue }
  }

  /// Stores an invite in a free row, and returns the row's number.
  mutating func add(_ invite: PackedInvite) -> UInt32 {
    let row = takeRow()
    self[row] = invite
    return row
  }

  mutating func remove(_ row: UInt32) {
    self[row] = PackedInvite()
    self[row].next = free
    free = row + 1
  }

  private mutating func takeRow() -> UInt32 {
    if free != 0 {
      let row = free - 1
      free = self[row].next
      return row
    }
    if Int(used) == slabs.count << Self.slabBits {
      slabs.append([PackedInvite](repeating: PackedInvite(), count: Self.slabSize))
    }
    used += 1
    return used - 1
  }
}
