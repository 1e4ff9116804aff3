internal import GrowthloopTransport

/// The script of the pages: it reports device signals that only a script can read.
enum LandingScript {
  static let path = InformationCalls.landingScript.paths[0]

  /// Browsers do not give the model; screen size and scale stand for it.
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
