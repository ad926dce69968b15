import type { Run } from '../parse/command.ts';

/** Each script asks `petstore __complete`, so that it never drifts from the command table. */
const scripts = {
  bash: `# petstore completion for bash
_petstore() {
  local word current="\${COMP_WORDS[COMP_CWORD]}" words=()
  # bash makes three words of --flag=value.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == '=' ]] || words+=("$word")
  done
  [[ $current == '=' ]] && current=''
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ $word == ':files' ]]; then
      compopt -o default
      return
    fi
    [[ -n $word ]] && COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]}" "$current" 2>/dev/null | cut -f1)
}
complete -F _petstore petstore
`,
  zsh: `#compdef petstore
_petstore() {
  local -a lines values
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == ':files' ]]; then
    _files
    return
  fi
  values=("\${(@)\${(@)lines//:/\\\\:}/$'\\t'/:}")
  _describe 'petstore' values
}
if [[ "\${funcstack[1]}" == '_petstore' ]]; then
  _petstore "$@"
else
  compdef _petstore petstore
fi
`,
  fish: `# petstore completion for fish
function __petstore_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l lines ($words[1] __complete -- $words[2..-1] 2>/dev/null)
  if test "$lines[1]" = ':files'
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c petstore -f -a '(__petstore_complete)'
`,
} as const;

/** `petstore completion`. */
export const printCompletion: Run = async (input, context) => {
  const shell = (input.arguments[0] ?? 'bash') as keyof typeof scripts;
  await context.output.printText(scripts[shell], { shell, completion: scripts[shell] });
};
