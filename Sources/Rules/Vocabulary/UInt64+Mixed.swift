extension UInt64 {
  /// The number with its bits mixed: no two numbers have the same, and similar ones have no
  /// similar one.
  ///
  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  @inlinable
  public var mixed: UInt64 {
    var bits = (self ^ (self >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
