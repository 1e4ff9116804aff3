internal import Glibc

extension SystemCallError {
  /// Whether this machine has no address of the kind at all, as where IPv6 is switched off.
  public var isMissingFamily: Bool { [EAFNOSUPPORT, EADDRNOTAVAIL].contains(number) }

  /// Whether another listens there.
  public var isAddressInUse: Bool { number == EADDRINUSE }

  /// Whether this process, or the system, has as many descriptors as it may.
  public var isOutOfDescriptors: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }

  /// No port was free in both families.
  public static let noFreePort = SystemCallError(call: "bind", number: EADDRINUSE)
}
