import Foundation
import GrowthloopTransport

/// An nginx server that answers every request with `return 302`.
enum NginxPeer {
  /// Starts nginx with its own configuration; `nil` if it is not installed.
  static func start(
    in folder: String, onCore core: Int
  ) throws -> (server: PinnedServer, address: SocketAddress)? {
    guard let nginx = SystemTool.nginx.path else { return nil }
    // The port is free again after this statement.
    let address = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0)).address
    let file = "\(folder)/nginx.conf"
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
    let text = """
      worker_processes 1; daemon off; master_process off;
      pid \(folder)/nginx.pid; error_log stderr notice;
      events { worker_connections 4096; }
      http {
        access_log off; keepalive_requests 1000000000; \(places)
        server {
          listen \(address);
          location / { return 302 https://apps.apple.com/; }
        }
      }
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let server = try PinnedServer([nginx, "-p", folder, "-e", "stderr", "-c", file], onCore: core)
    // nginx prints its first line when it listens.
    _ = try server.firstWords()
    return (server, address)
  }
}
