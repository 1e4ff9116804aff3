internal import CEpoll
internal import Glibc

/// Keeps the kernel stamping what arrives, as long as it is there.
///
/// The kernel rewrites itself when the first socket asks for stamps and when the last is gone, which
/// must not happen with every connection.
public final class StampKeeper: Sendable {
  private let socket: OwnedDescriptor

  /// `nil` where the kernel denies it.
  public init?() {
    let number = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    socket = OwnedDescriptor(owning: number)
    guard ClientSocket.stampArrivals(number) else { return nil }
  }
}
