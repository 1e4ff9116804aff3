internal import WebServer

/// Tells the service what only a script can know of the device, for the first launch to be matched.
enum LandingScript {
  static let path = "/landing.js"

  /// A browser names no model; its screen in points and its scale stand for one.
  static func response() -> WebResponse {
    WebResponse(
      200, "text/javascript; charset=utf-8",
      Array(
        """
        const size = `${screen.width}x${screen.height}@${devicePixelRatio}`;
        fetch(location.href, {
          method: "POST",
          keepalive: true,
          headers: {"Content-Type": "application/json"},
          body: JSON.stringify({
            model: size,
            screen: size,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            locale: navigator.language,
          }),
        });

        """.utf8),
      fields: [
        (name: "Cache-Control", value: "public, max-age=86400"),
        (name: "X-Content-Type-Options", value: "nosniff"),
      ])
  }
}
