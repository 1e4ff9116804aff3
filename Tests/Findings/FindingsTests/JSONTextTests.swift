import GrowthloopFindings
import Testing

@Suite("JSON · what is written is what is read")
struct JSONTextTests {
  @Test(
    arguments: [
      (JSONValue.null, "null"), (true, "true"), (-7, "-7"), (.number(0.5), "0.5"), ("", #""""#),
      ("\"\\\u{1}\né", #""\"\\\u0001\u000aé""#), ([], "[]"), ([1, "a", nil], #"[1,"a",null]"#),
      (["b": 1, "a": ["c": false]], #"{"a":{"c":false},"b":1}"#),
    ] as [(JSONValue, String)])
  func `a value is one text, and the text is the value`(value: JSONValue, text: String) throws {
    #expect(value.json == text)
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
  }
}
