/// Which of the contacts who come to mind one after the other may not be invited yet.
public struct RestingContacts: Hashable, Sendable, BitwiseCopyable {
  private var words = SIMD4<UInt64>()

  public init() {}

  /// As many as anybody picks.
  static var most: Int { SharingModel.mostPicked }

  /// The contact who comes to mind as number `place`, from 0; nobody beyond the most rests.
  public subscript(place: Int) -> Bool {
    get { place < Self.most && words[place >> 6] >> UInt64(place & 63) & 1 == 1 }
    set {
      precondition(place < Self.most, "contact \(place) of at most \(Self.most)")
      let bit: UInt64 = 1 << UInt64(place & 63)
      if newValue { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    }
  }
}
