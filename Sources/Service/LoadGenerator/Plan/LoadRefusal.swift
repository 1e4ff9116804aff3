public import GrowthloopTransport

/// The reason why a run cannot begin.
public enum LoadRefusal: Error, Sendable, Hashable {
  /// The problems of the plan.
  case plan([PlanProblem])
  case unknownHost(HostLookup.Failure)
  /// The target accepts no connection.
  case unreachable(LoadTarget, SystemCallError)
  /// The TLS handshake failed, with OpenSSL's reason.
  case untrusted(LoadTarget, reason: String)
  /// The process may not open as many descriptors as the plan has connections.
  case descriptors(needed: Int, allowed: Int)
  /// This machine has not as many ports as the plan has connections.
  case ports(needed: Int, available: Int)
  /// Another system call that failed.
  case system(SystemCallError)
}

extension LoadRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .plan(let problems):
      problems.map { "\($0)" }.joined(separator: "\n")
    case .unknownHost(let failure): "\(failure)"
    case .unreachable(let target, let error):
      "\(target) does not answer (\(error)); start it, or choose another target"
    case .untrusted(let target, let reason):
      "\(target) cannot be trusted (\(reason)); use a certificate that this machine knows, "
        + "name the file of its issuer in SSL_CERT_FILE, or ask by http://"
    case .descriptors(let needed, let allowed):
      "the plan needs \(needed) open files and the system allows \(allowed); "
        + "raise it with 'ulimit -n \(needed)', or lower limits.connections"
    case .ports(let needed, let available):
      "the plan needs \(needed) ports and the system has \(available) to give; widen "
        + "net.ipv4.ip_local_port_range, or lower limits.connections"
    case .system(let error): "\(error)"
    }
  }
}
