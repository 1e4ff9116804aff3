import SwiftSyntax

extension SyntaxProtocol {
  /// The code without its layout: tokens with one space between them.
  var tokenText: String {
    tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
  }

  /// The condition, statement, parameter or binding that the node stands in.
  var anchor: Syntax {
    var node = Syntax(self)
    while let parent = node.parent {
      if node.is(ConditionElementSyntax.self) || node.is(CodeBlockItemSyntax.self)
        || node.is(FunctionParameterSyntax.self) || node.is(PatternBindingSyntax.self)
        || node.is(WhereClauseSyntax.self) || node.is(MemberBlockItemSyntax.self)
      {
        return node
      }
      node = parent
    }
    return node
  }

  /// The function, initialiser, accessor's property or member that the node stands in.
  var enclosingFunction: Syntax {
    var node = Syntax(self)
    while let parent = node.parent {
      if node.is(MemberBlockItemSyntax.self) { return node }
      if node.is(CodeBlockItemSyntax.self), parent.parent?.is(SourceFileSyntax.self) == true {
        return node
      }
      node = parent
    }
    return node
  }

  /// What names a declaration: its code up to its body.
  var signatureText: String {
    var text = ""
    for token in tokens(viewMode: .sourceAccurate) {
      if token.text == "{" || token.text == "=" { break }
      text += token.text + " "
    }
    return text
  }

  /// The types that the node stands in, from the outermost: `A.B`, whether `B` is declared within
  /// `A` or in an extension of it.
  var enclosingTypes: String {
    var names: [String] = []
    var node = Syntax(self).parent
    while let parent = node {
      switch parent.as(SyntaxEnum.self) {
      case .extensionDecl(let type): names.append(type.extendedType.tokenText)
      case .structDecl(let type): names.append(type.name.text)
      case .enumDecl(let type): names.append(type.name.text)
      case .classDecl(let type): names.append(type.name.text)
      case .actorDecl(let type): names.append(type.name.text)
      case .protocolDecl(let type): names.append(type.name.text)
      default: break
      }
      node = parent.parent
    }
    return names.reversed().joined(separator: ".").filter { $0 != " " }
  }

  /// Whether the node stands in an initialiser, where every property must be given a value.
  var isInInitializer: Bool {
    var node = Syntax(self).parent
    while let parent = node {
      if parent.is(InitializerDeclSyntax.self) { return true }
      if parent.is(FunctionDeclSyntax.self) || parent.is(ClosureExprSyntax.self) { return false }
      node = parent.parent
    }
    return false
  }
}

extension ExprSyntax {
  /// The call that this is, with or without `try` and `await`.
  var asCall: FunctionCallExprSyntax? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.asCall }
    if let wait = self.as(AwaitExprSyntax.self) { return wait.expression.asCall }
    if let unsafe = self.as(UnsafeExprSyntax.self) { return unsafe.expression.asCall }
    return nil
  }

  /// Whether this is `a && b` or `a || b`, whose operands are turned round themselves.
  var isConjunction: Bool {
    let symbol = self.as(InfixOperatorExprSyntax.self)?.operator
      .as(BinaryOperatorExprSyntax.self)?.operator.text
    return symbol == "&&" || symbol == "||"
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call names a type or a case: what it makes is a value that the code needs.
  var makesAValue: Bool {
    if let member = calledExpression.as(MemberAccessExprSyntax.self), member.base == nil {
      return true
    }
    return calledName == "init" || calledName.first?.isUppercase == true
  }

  /// The last part of the name that is called.
  var calledName: String {
    if let name = calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    return calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
  }
}

extension StringProtocol {
  /// The text on one line.
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
