import GrowthloopTransport
import Testing

@Suite("ResponseReader · where an answer of HTTP/1.1 ends", .timeLimit(.minutes(60)))
struct ResponseTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var isToHead = false
    var status = 200
    var keeps = true
    var needsEnd = false
  }

  static let good = [
    Answer(testDescription: "a length", text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    Answer(testDescription: "no body", text: "HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n"),
    Answer(testDescription: "bare newlines", text: "HTTP/1.1 200 OK\nContent-Length: 1\n\nx"),
    Answer(testDescription: "no reason", text: "HTTP/1.1 200\r\nContent-Length: 1 \r\n\r\nx"),
    Answer(
      testDescription: "chunks",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;a=b\r\n0123456789"
        + "\r\n0\r\n\r\n"),
    Answer(
      testDescription: "chunks with trailers",
      text:
        "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n001\r\n\r\r\n0\r\nA: b\r\n\r\n"),
    Answer(testDescription: "204", text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204),
    Answer(
      testDescription: "304", text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
      status: 304),
    Answer(
      testDescription: "HEAD", text: "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n",
      isToHead: true),
    Answer(
      testDescription: "a redirect",
      text: "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n",
      status: 302),
    Answer(
      testDescription: "an answer before the answer",
      text:
        "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 1\r\n\r\nx",
      status: 404),
    Answer(
      testDescription: "a farewell",
      text: "HTTP/1.1 200 OK\r\nConnection: foo, Close\r\nContent-Length: 1\r\n\r\nx", keeps: false),
    Answer(
      testDescription: "the old version", text: "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx",
      keeps: false),
    Answer(
      testDescription: "the old version that stays",
      text: "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\nx"),
    Answer(
      testDescription: "a length and chunks",
      text: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      keeps: false),
    Answer(
      testDescription: "names that only look like others",
      text: "HTTP/1.1 200 OK\r\nContent-Lengthy: 9\r\nXontent-Length: 9\r\nCookie: a\r\n"
        + "Content-Length: 1\r\n\r\nx"),
    Answer(
      testDescription: "an encoding in two lines",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n\tgzip,\r\n chunked\r\n\r\n0\r\n\r\n"),
    Answer(
      testDescription: "another field in two lines",
      text: "HTTP/1.1 200 OK\r\nLink: a\r\n Content-Length: 9\r\nContent-Length: 1\r\n\r\nx"),
    Answer(
      testDescription: "to the end", text: "HTTP/1.1 200 OK\r\nServer: a\r\n\r\nhello",
      keeps: false, needsEnd: true),
    Answer(
      testDescription: "an encoding that does not end",
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nhello", keeps: false,
      needsEnd: true),
  ]

  @Test(arguments: good)
  func `an answer ends where it should, however it comes in pieces`(_ answer: Answer) {
    let bytes = Array(answer.text.utf8)
    for cut in 0...bytes.count {
      var reader = ResponseReader(isToHead: answer.isToHead)
      let first = cut == 0 ? .unfinished : reader.read(bytes.span.extracting(0..<cut))
      #expect(cut == bytes.count || first == .unfinished)
      var last = first
      if cut < bytes.count { last = reader.read(bytes.span.extracting(cut..<bytes.count)) }
      if answer.needsEnd {
        #expect(last == .unfinished)
        last = reader.readEnd()
      }
      #expect(last == .finished, "cut at \(cut)")
      #expect(reader.status == answer.status)
      #expect(reader.keepsConnection == answer.keeps)
    }
  }

  @Test(arguments: good)
  func `an answer can come byte by byte, and any earlier end cuts it short`(_ answer: Answer) {
    let bytes = Array(answer.text.utf8)
    var reader = ResponseReader(isToHead: answer.isToHead)
    for place in bytes.indices {
      var cut = reader
      let isHead = !answer.needsEnd || place < bytes.count - 5
      if isHead { #expect(cut.readEnd() == .malformed, "at \(place)") }
      let progress = reader.read(bytes.span.extracting(place..<place + 1))
      let isLast = place == bytes.count - 1 && !answer.needsEnd
      #expect(progress == (isLast ? .finished : .unfinished), "at \(place)")
    }
  }

  private static let bodies = [
    "a length": "hello", "chunks": "hello0123456789", "chunks with trailers": "\r",
    "an answer before the answer": "x", "to the end": "hello", "204": "",
  ]

  @Test(arguments: good.filter { bodies[$0.testDescription] != nil })
  func `the body is kept, however it comes in pieces`(_ answer: Answer) {
    let bytes = Array(answer.text.utf8)
    for cut in 0...bytes.count {
      var response = Response()
      var progress = response.read(bytes.span.extracting(0..<cut))
      if cut < bytes.count { progress = response.read(bytes.span.extracting(cut..<bytes.count)) }
      if answer.needsEnd { progress = response.readEnd() }
      #expect(progress == .finished, "cut at \(cut)")
      #expect(response.status == answer.status && response.keepsConnection == answer.keeps)
      #expect(
        String(decoding: response.body, as: UTF8.self) == Self.bodies[answer.testDescription])
    }
  }

  static let bad = [
    "HTP/1.1 200 OK\r\n", "HTTP/2 200 OK\r\n", "HTTP/1.2 200 OK\r\n", "HTTP/1.1 20 OK\r\n",
    "HTTP/1.1 600 OK\r\n", "HTTP/1.1 099 OK\r\n", "HTTP/1.1 2000 OK\r\n", "hello",
    "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n", "HTTP/1.1 200 OK\r\nContent-Length: \r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 2\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1 2\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxy",
    "HTTP/1.1 204 No Content\r\n\r\nx",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n",
    "HTTP/1.1 200 OK\r\nConnection\r\n",
  ]

  @Test(arguments: bad)
  func `what is no answer is not taken for one`(_ text: String) {
    var reader = ResponseReader()
    let bytes = Array(text.utf8)
    #expect(reader.read(bytes.span) == .malformed)
    var response = Response()
    #expect(response.read(bytes.span) == .malformed)
  }

  private static let interim = "HTTP/1.1 100 Continue\r\n\r\n"
  private static let end = "HTTP/1.1 204 No Content\r\n\r\n"

  @Test(arguments: [(100, ResponseReader.Progress.finished), (101, .malformed)])
  func `at most a hundred answers come before the answer`(
    _ count: Int, _ progress: ResponseReader.Progress
  ) {
    var reader = ResponseReader()
    let bytes = Array((String(repeating: Self.interim, count: count) + Self.end).utf8)
    #expect(reader.read(bytes.span) == progress)
  }

  @Test func `answers before the answer are no longer together than one head may be`() {
    var reader = ResponseReader()
    let hints = Array(
      ("HTTP/1.1 103 Early Hints\r\nLink: \(String(repeating: "a", count: 10_000))\r\n\r\n").utf8)
    var (count, progress) = (0, ResponseReader.Progress.unfinished)
    while progress == .unfinished, count < 100 {
      progress = reader.read(hints.span)
      count += 1
    }
    #expect(progress == .malformed)
    #expect(count == ResponseReader.longestHead / hints.count + 1)
  }

  @Test func `a head without end is no answer`() {
    var reader = ResponseReader()
    let line = Array("HTTP/1.1 200 OK\r\n".utf8)
    #expect(reader.read(line.span) == .unfinished)
    let filler = Array(repeating: Array("A: b\r\n".utf8), count: 10_000).joined()
    let bytes = Array(filler)
    var progress = ResponseReader.Progress.unfinished
    for _ in 0..<5 where progress == .unfinished { progress = reader.read(bytes.span) }
    #expect(progress == .malformed)
  }
}
