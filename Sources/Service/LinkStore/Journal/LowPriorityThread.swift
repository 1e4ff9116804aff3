import Foundation

/// A thread for work with low priority.
enum LowPriorityThread {
  /// The niceness: lower than other threads' priority on a shared processor.
  ///
  /// Any user may request it.
  private static let niceness: Int32 = 10

  /// Starts the work at once.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // A thread that answers then preempts this one at once, not at the end of its time slice.
      // Without the priority the work continues, only later.
      #if canImport(Glibc)
        _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
      #else
        _ = setpriority(PRIO_DARWIN_THREAD, 0, PRIO_DARWIN_BG)
      #endif
      body()
    }
    thread.name = name
    thread.start()
  }
}
