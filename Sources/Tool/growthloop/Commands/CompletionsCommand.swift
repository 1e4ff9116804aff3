import GrowthloopReports

/// Prints the shell script that completes commands, options, keys and files.
enum CompletionsCommand: RunnableCommand {
  static let name = "completions"
  static let summary = "prints the script that completes command lines in bash, zsh or fish"
  static let manual = Manual(
    "completions SHELL",
    about: """
      Prints a script for bash, zsh or fish. The shell then completes commands, options, the keys of
      '--set', metrics, settings, rules and files.
      """,
    words: [
      CommandWord("SHELL", completion: .words { Array(scripts.keys.sorted()) })
    ],
    examples: "source <(growthloop completions bash)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let known = scripts.keys.sorted().joined(separator: ", ")
    guard let shell = arguments.words.first else {
      throw UsageError(description: "missing SHELL: one of \(known)")
    }
    guard let script = scripts[shell] else {
      throw UsageError(description: "no completion for '\(shell)'; there is one for \(known)")
    }
    try console.write(script)
    return .success
  }

  private static let scripts = [
    // bash also splits words at '=' and ':'; the script splits the line at blanks.
    "bash": #"""
    _growthloop() {
      local line="${COMP_LINE:0:COMP_POINT}" candidates prefix
      local -a words
      read -ra words <<< "$line"
      [[ "$line" == *[[:space:]] ]] && words+=("")
      local last="${words[${#words[@]}-1]}"
      mapfile -t candidates < <("${words[0]}" \#(Tool.completion) "${words[@]:1}" 2>/dev/null)
      case "${candidates[0]}" in
        :files) mapfile -t COMPREPLY < <(compgen -f -- "$last"); compopt -o filenames 2>/dev/null; return ;;
        :folders) mapfile -t COMPREPLY < <(compgen -d -- "$last"); compopt -o filenames 2>/dev/null; return ;;
      esac
      [[ "${candidates[0]}" == *= ]] && compopt -o nospace 2>/dev/null
      prefix="${last%"${last##*[=:]}"}"
      COMPREPLY=("${candidates[@]#"$prefix"}")
    }
    complete -F _growthloop growthloop

    """#,
    "zsh": #"""
    #compdef growthloop
    _growthloop() {
      local -a candidates
      candidates=("${(@f)$("${words[1]}" \#(Tool.completion) "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      case "${candidates[1]}" in
        :files) _files ;;
        :folders) _files -/ ;;
        *=) compadd -S '' -a candidates ;;
        *) compadd -a candidates ;;
      esac
    }
    compdef _growthloop growthloop

    """#,
    "fish": #"""
    function __growthloop
      set -l words (commandline -opc) (commandline -ct)
      set -l candidates ($words[1] \#(Tool.completion) $words[2..] 2>/dev/null)
      switch "$candidates[1]"
        case ':files'
          __fish_complete_path (commandline -ct)
        case ':folders'
          __fish_complete_directories (commandline -ct)
        case '*'
          printf '%s\n' $candidates
      end
    end
    complete -c growthloop -f -a '(__growthloop)'

    """#,
  ]
}
