/** A word (an identifier without its quotes, or a key word, in lower case), a value ($1, a literal) or a mark. */
export interface Token {
  kind: 'word' | 'value' | 'mark'
  text: string
}

/** What is in parentheses. */
export interface Group {
  kind: 'group'
  items: readonly Item[]
}

export type Item = Token | Group

const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<value>\$\d+|[eE]?'(?:[^']|'')*'|\d+(?:\.\d+)?)|"(?<quoted>(?:[^"]|"")*)"|(?<word>[a-zA-Z_][\w$]*)|(?<mark>::|[<>!=~*/+@|&#%^?-]+|.)/gs

/** The statement as words, values, marks and what is in parentheses. */
export function parseGroups(text: string): Item[] {
  const stack: Item[][] = [[]]
  for (const { groups: found = {} } of text.matchAll(pattern)) {
    if (found.space !== undefined) continue
    const top = stack.at(-1)
    if (!top) throw new Error('A closing parenthesis too many')
    if (found.mark === '(') {
      const items: Item[] = []
      top.push({ kind: 'group', items })
      stack.push(items)
    } else if (found.mark === ')') stack.pop()
    else if (found.value !== undefined) top.push({ kind: 'value', text: found.value })
    else if (found.mark !== undefined) top.push({ kind: 'mark', text: found.mark })
    else top.push({ kind: 'word', text: found.quoted ?? (found.word ?? '').toLowerCase() })
  }
  return stack[0] ?? []
}
