extension LoadLimits {
  /// Makes sure of the open files that a run within these limits needs, for this process and those that
  /// it starts.
  public func reserveDescriptors() throws(LoadRefusal) {
    try Preflight.reserveDescriptors(for: connections)
  }
}
