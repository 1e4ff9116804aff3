import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every place of a file where a mutant can stand.
///
/// What is left alone, since no test could or should notice it: the arguments of `precondition`
/// (what a caller must not do has no specified result), `hash(into:)` and `reserveCapacity` (speed
/// alone), text, patterns, raw values, attributes, and the numbers of tables (array literals of more
/// than eight elements).
final class MutantFinder: SyntaxAnyVisitor {
  static let demands: Set<String> = [
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
  ]
  static let speedAlone: Set<String> = ["reserveCapacity", "hash"]
  static let largestTable = 8

  let file: String
  private(set) var sites: [Site] = []
  private let lines: SourceLocationConverter
  private let textLines: [Substring]
  /// Names of locals that are declared first and given a value later: to leave that out is an error.
  private var declaredFirst: Set<String> = []
  private var names: MutantNames

  private init(file: String, tree: SourceFileSyntax, names: MutantNames) {
    self.file = file
    self.names = names
    lines = SourceLocationConverter(fileName: file, tree: tree)
    textLines = tree.description.split(separator: "\n", omittingEmptySubsequences: false)
    super.init(viewMode: .sourceAccurate)
  }

  /// Returns the places of `source`, in its order; an enclosing place comes before those within it.
  ///
  /// Their names join `names`, those of the module's other files.
  static func sites(of source: String, file: String, names: inout MutantNames) -> [Site] {
    let plain = Parser.parse(source: source)
    let folded = OperatorTable.standardOperators.foldAll(plain) { _ in }
    guard let tree = folded.as(SourceFileSyntax.self) else { return [] }
    let finder = MutantFinder(file: file, tree: tree, names: names)
    finder.walk(tree)
    names = finder.names
    return finder.sites
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if isLeftAlone(node) { return .skipChildren }
    switch node.as(SyntaxEnum.self) {
    case .variableDecl(let variable): noteDeclaredFirst(variable)
    case .infixOperatorExpr(let infix): changeInfix(infix)
    case .integerLiteralExpr(let number): change(number)
    case .floatLiteralExpr(let number): change(number)
    case .conditionElement(let element):
      if case .expression(let condition) = element.condition { negate(condition) }
    case .repeatStmt(let loop): negate(loop.condition)
    case .ternaryExpr(let choice): negate(choice.condition)
    case .whereClause(let clause): negate(clause.condition)
    case .prefixOperatorExpr(let prefix): if prefix.operator.text == "!" { negate(prefix) }
    case .codeBlockItem(let item): drop(item)
    default: break
    }
    return .visitChildren
  }
}

// MARK: What is left alone

extension MutantFinder {
  private func isLeftAlone(_ node: Syntax) -> Bool {
    switch node.as(SyntaxEnum.self) {
    case .attribute, .enumCaseElement, .stringLiteralExpr, .expressionPattern,
      .genericArgumentList, .macroExpansionExpr, .ifConfigDecl:
      true
    case .arrayExpr(let array): array.elements.count > MutantFinder.largestTable
    case .dictionaryExpr(let dictionary):
      (dictionary.content.as(DictionaryElementListSyntax.self)?.count ?? 0)
        > MutantFinder.largestTable
    case .functionDecl(let function): MutantFinder.speedAlone.contains(function.name.text)
    case .functionCallExpr(let call): MutantFinder.isLeftAlone(call)
    default: false
    }
  }

  private static func isLeftAlone(_ call: FunctionCallExprSyntax) -> Bool {
    demands.contains(call.calledName) || speedAlone.contains(call.calledName)
  }
}

// MARK: Edges and numbers

extension MutantFinder {
  private func changeInfix(_ node: InfixOperatorExprSyntax) {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return }
    if let edge = Site.Edge(rawValue: symbol.text) {
      let left = node.leftOperand.trimmedDescription
      let mutated = "\(left) \(edge.other.rawValue) \(node.rightOperand.trimmedDescription)"
      add(.edge(edge, symbol: span(symbol), mutated: mutated), node, [(.edge, mutated)])
    }
    if symbol.text == "==" || symbol.text == "!=" { negate(node) }
    if symbol.text == "&&" || symbol.text == "||" {
      for operand in [node.leftOperand, node.rightOperand] where !operand.isConjunction {
        negate(operand)
      }
    }
  }

  private func change(_ node: IntegerLiteralExprSyntax) {
    guard let value = node.representedLiteralValue, value < .max else { return }
    var changes = [(Mutant.Operator.plus, "\(value + 1)")]
    if value > 0 { changes.append((.minus, "\(value - 1)")) }
    add(.number, node, changes)
  }

  private func change(_ node: FloatLiteralExprSyntax) {
    guard let value = node.representedLiteralValue, value + 1 != value, value - 1 != value else {
      return
    }
    add(.number, node, [(.plus, "\(value + 1)"), (.minus, "\(value - 1)")])
  }
}

// MARK: Conditions

extension MutantFinder {
  /// Turns `condition` round; the same condition may be met twice, as an operand and as a whole.
  private func negate(_ condition: some ExprSyntaxProtocol) {
    let place = span(condition)
    guard !sites.contains(where: { $0.form == .condition && $0.span == place }) else { return }
    add(.condition, condition, [(.negate, "!(\(condition.trimmedDescription))")])
  }
}

// MARK: Statements

extension MutantFinder {
  private func drop(_ item: CodeBlockItemSyntax) {
    if case .expr(let statement) = item.item, isDroppable(statement), !givesAValue(item) {
      add(.statement, item, [(.drop, "")])
    }
  }

  private func noteDeclaredFirst(_ variable: VariableDeclSyntax) {
    for binding in variable.bindings
    where binding.initializer == nil && binding.accessorBlock == nil {
      if let name = binding.pattern.as(IdentifierPatternSyntax.self) {
        declaredFirst.insert(name.identifier.text)
      }
    }
  }

  /// Whether the program may still compile without `statement`: a call or an assignment.
  private func isDroppable(_ statement: ExprSyntax) -> Bool {
    if let call = statement.asCall {
      return !MutantFinder.isLeftAlone(call) && !call.makesAValue
    }
    guard let infix = statement.as(InfixOperatorExprSyntax.self) else { return false }
    if infix.operator.is(AssignmentExprSyntax.self) {
      if infix.leftOperand.is(DiscardAssignmentExprSyntax.self) { return true }
      if infix.isInInitializer { return false }
      let name = infix.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
      return name.map { !declaredFirst.contains($0) } ?? true
    }
    let symbol = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return symbol.hasSuffix("=") && Site.Edge(rawValue: symbol) == nil && symbol != "=="
      && symbol != "!="
  }

  /// Whether `item` is what a body, a closure or a branch returns.
  private func givesAValue(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      case .expr(let statement) = item.item, statement.asCall != nil
    else { return false }
    var node = list.parent
    while let parent = node {
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause != nil
      }
      if let accessor = parent.as(AccessorDeclSyntax.self) {
        return accessor.accessorSpecifier.text == "get"
      }
      if parent.is(InitializerDeclSyntax.self) || parent.is(ForStmtSyntax.self)
        || parent.is(WhileStmtSyntax.self) || parent.is(DeferStmtSyntax.self)
        || parent.is(GuardStmtSyntax.self) || parent.is(DoStmtSyntax.self)
      {
        return false
      }
      if parent.is(ClosureExprSyntax.self) || parent.is(VariableDeclSyntax.self)
        || parent.is(SubscriptDeclSyntax.self)
      {
        return true
      }
      if let outer = parent.as(CodeBlockItemSyntax.self) {
        // An `if` that is one of several statements gives no value.
        if let siblings = outer.parent?.as(CodeBlockItemListSyntax.self), siblings.count > 1 {
          return false
        }
      }
      node = parent.parent
    }
    return false
  }
}

// MARK: Names

extension MutantFinder {
  private func span(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  private func lineRange(_ node: some SyntaxProtocol) -> ClosedRange<Int> {
    let first = node.startLocation(converter: lines).line
    return first...max(first, node.endLocation(converter: lines).line)
  }

  private func add(
    _ form: Site.Form, _ node: some SyntaxProtocol, _ changes: [(Mutant.Operator, String)]
  ) {
    let place = span(node)
    let anchor = node.anchor
    let function = node.enclosingFunction
    let mutants = changes.map { change, after in
      let name = names.name([
        function.enclosingTypes, function.signatureText, change.rawValue, anchor.tokenText,
        node.tokenText, "\(place.lowerBound - span(anchor).lowerBound)",
      ])
      return Mutant(
        number: 0, name: name, operator: change, file: file, lines: lineRange(node),
        column: node.startLocation(converter: lines).column, statement: lineRange(anchor),
        function: lineRange(function), before: node.trimmedDescription.oneLine,
        after: after.oneLine, text: textLines[lineRange(node).lowerBound - 1].oneLine)
    }
    sites.append(Site(form: form, span: place, mutants: mutants))
  }
}
