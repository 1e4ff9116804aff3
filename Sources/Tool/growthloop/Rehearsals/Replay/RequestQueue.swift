/// A priority queue of requests without unmet dependencies, the lowest number first.
struct RequestQueue {
  private var heap: [Int] = []

  var first: Int? { heap.first }

  mutating func insert(_ number: Int) {
    heap.append(number)
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() -> Int {
    let first = heap[0]
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      guard least != place else { return first }
      heap.swapAt(place, least)
      place = least
    }
  }
}
