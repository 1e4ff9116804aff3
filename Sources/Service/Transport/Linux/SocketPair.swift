internal import CGrowthloopEpoll
internal import Glibc

/// A pair of connected local sockets, which do not block.
@frozen
public struct SocketPair: ~Copyable {
  public let near: OwnedDescriptor
  public let far: OwnedDescriptor

  public init() throws(SystemCallError) {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("socketpair") { unsafe socketpair(AF_UNIX, kind, 0, &numbers) }
    near = OwnedDescriptor(owning: numbers[0])
    far = OwnedDescriptor(owning: numbers[1])
  }
}

extension OwnedDescriptor {
  /// Duplicates a descriptor.
  public init(copying number: Int32) throws(SystemCallError) {
    self.init(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// The number of received bytes that are unread.
  public var unreadBytes: Int {
    var count: Int32 = 0
    return unsafe ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }
}
