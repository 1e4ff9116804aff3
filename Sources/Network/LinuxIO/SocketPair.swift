internal import CEpoll
internal import Glibc

/// Two sockets within this machine, each the other end of the other; neither waits.
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
  /// Opens another number for what an open descriptor stands for.
  public init(copying number: Int32) throws(SystemCallError) {
    self.init(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// How many bytes have arrived at a socket and were not read.
  public var unreadBytes: Int {
    var count: Int32 = 0
    return unsafe ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }
}
