/// An intrusive doubly linked list of slots.
struct SlotList: BitwiseCopyable {
  private(set) var first = Slot.none
  private(set) var last = Slot.none
  private(set) var count = 0

  mutating func append(_ index: Int32, in slots: inout [Slot]) {
    slots[Int(index)].previous = last
    slots[Int(index)].next = Slot.none
    if last == Slot.none { first = index } else { slots[Int(last)].next = index }
    last = index
    count += 1
  }

  mutating func remove(_ index: Int32, in slots: inout [Slot]) {
    let (previous, next) = (slots[Int(index)].previous, slots[Int(index)].next)
    if previous == Slot.none { first = next } else { slots[Int(previous)].next = next }
    if next == Slot.none { last = previous } else { slots[Int(next)].previous = previous }
    count -= 1
  }
}
