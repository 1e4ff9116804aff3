import CGrowthloopKernelYardstick

/// A loop in C++ to which the kernel's calendar is compared.
///
/// `@safe`: it owns the handle, which only `deinit` destroys; the C++ side copies the given
/// workload.
@safe
final class YardstickRun: HoldRun {
  enum Structure {
    /// A calendar of unsorted windows; only the current window is sorted.
    case windows
    /// A 4-ary heap that removes and reinserts in one pass.
    case heap
  }

  private let handle: OpaquePointer

  init(_ structure: Structure, on workload: HoldWorkload) {
    let chosen =
      switch structure {
      case .windows: KERNEL_YARDSTICK_WINDOWS
      case .heap: KERNEL_YARDSTICK_HEAP
      }
    let made = unsafe workload.firstTicks.withUnsafeBufferPointer { ticks in
      unsafe workload.increments.withUnsafeBufferPointer { increments in
        unsafe kernel_yardstick_create(
          chosen, ticks.baseAddress, ticks.count, increments.baseAddress, increments.count)
      }
    }
    guard let made = unsafe made else { fatalError("the yardstick knows no \(structure)") }
    unsafe handle = made
  }

  deinit {
    unsafe kernel_yardstick_destroy(handle)
  }

  func hold(times: Int) -> UInt64 {
    unsafe kernel_yardstick_hold(handle, UInt64(times))
  }

  var bytes: Int {
    unsafe kernel_yardstick_bytes(handle)
  }
}
