internal import Glibc

/// A failed system call: its name, its subject and the kernel's reason.
public struct SystemCallError: Error, Hashable, Sendable {
  /// The name of the call, such as `bind`.
  public let call: String
  /// The subject of the call, such as an address or a path.
  public let subject: String?
  /// The kernel's `errno`.
  public let number: Int32

  public init(call: String, subject: String? = nil, number: Int32) {
    self.call = call
    self.subject = subject
    self.number = number
  }
}

extension SystemCallError: CustomStringConvertible {
  public var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let count = text.count
    // The POSIX form fills the buffer, the GNU form answers a text; Swift sees the POSIX one.
    let reason =
      unsafe strerror_r(number, &text, count) == 0
      ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      : "error \(number)"
    return subject.map { "\(call) \($0): \(reason)" } ?? "\(call): \(reason)"
  }
}

/// Repeats a system call until no signal interrupts it.
///
/// The closure returns the result of the call; below zero it is a failure, and `errno` has the
/// reason.
@discardableResult
public func systemCall<Answer: BinaryInteger>(
  _ name: StaticString, on subject: @autoclosure () -> String? = nil, _ call: () -> Answer
) throws(SystemCallError) -> Answer {
  while true {
    let answer = call()
    if answer >= 0 { return answer }
    let number = errno
    if number != EINTR {
      throw SystemCallError(call: "\(name)", subject: subject(), number: number)
    }
  }
}

/// Makes a system call on a non-blocking descriptor.
///
/// - Returns: `nil` if the call would block.
func systemCallWithoutWaiting<Answer: BinaryInteger>(
  _ name: StaticString, _ call: () -> Answer
) throws(SystemCallError) -> Answer? {
  do {
    return try systemCall(name, call)
  } catch  where error.number == EAGAIN || error.number == EWOULDBLOCK {
    return nil
  }
}

/// Makes a system call once; an interruption by a signal is an error.
func systemCallOnce(
  _ name: StaticString, _ call: () -> Int32
) throws(SystemCallError) -> Int32 {
  let answer = call()
  if answer >= 0 { return answer }
  throw SystemCallError(call: "\(name)", number: errno)
}

extension SystemCallError {
  /// Whether this machine lacks the address family, such as IPv6 when it is disabled.
  public var isMissingFamily: Bool { [EAFNOSUPPORT, EADDRNOTAVAIL].contains(number) }

  /// Whether the address is in use.
  public var isAddressInUse: Bool { number == EADDRINUSE }

  /// Whether this process, or the system, is out of descriptors.
  public var isOutOfDescriptors: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }

  /// The error if no port is free in both address families.
  public static let noFreePort = SystemCallError(call: "bind", number: EADDRINUSE)
}
