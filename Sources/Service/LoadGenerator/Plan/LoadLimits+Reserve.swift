extension LoadLimits {
  /// Raises the limit of open files for a run within these limits, also for child processes.
  public func reserveDescriptors() throws(LoadRefusal) {
    try Preflight.reserveDescriptors(for: connections)
  }
}
