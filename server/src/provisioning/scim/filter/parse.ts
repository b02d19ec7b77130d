import { type ScimType, invalid } from '../error.ts'

/** Filters as parsed (RFC 7644, section 3.4.2.2), before their attributes are checked. */

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
type FilterValue = string | number | boolean | null

export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'compare'; path: string; op: Comparison; value: FilterValue }
  | { kind: 'present'; path: string }
  /** `emails[type eq "work"]` */
  | { kind: 'values'; path: string; part: Filter }

/** The path of a PATCH operation (RFC 7644, section 3.5.2): `attribute[filter].sub`. */
export interface PatchPath {
  path: string
  filter: Filter | undefined
  sub: string | undefined
}

const longest = 8_192
const deepest = 24
const mostConditions = 200

const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([A-Za-z$][\w$:.-]*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\.[A-Za-z$][\w$-]*))/y

/** @throws ScimError invalidFilter */
export function parseFilter(source: string): Filter {
  return new Parser(source, 'invalidFilter').whole()
}

/** @throws ScimError invalidPath, or invalidFilter for an invalid filter in brackets */
export function parsePath(source: string): PatchPath {
  return new Parser(source, 'invalidPath').patchPath()
}

interface Token {
  kind: 'mark' | 'string' | 'word' | 'number' | 'sub'
  text: string
}

class Parser {
  readonly #tokens: Token[] = []
  readonly #fault: ScimType
  #next = 0
  #depth = 0
  #conditions = 0

  constructor(source: string, fault: ScimType) {
    this.#fault = fault
    if (source.length > longest) throw invalid(fault, `It is longer than ${longest} characters.`)
    const text = source.trimEnd()
    token.lastIndex = 0
    for (let at = 0; at < text.length; at = token.lastIndex) {
      token.lastIndex = at
      const match = token.exec(text)
      if (!match) throw invalid(fault, `Unexpected text at position ${at + 1}.`)
      const [, mark, string, word, number, sub] = match
      if (mark !== undefined) this.#tokens.push({ kind: 'mark', text: mark })
      else if (string !== undefined) this.#tokens.push({ kind: 'string', text: string })
      else if (word !== undefined) this.#tokens.push({ kind: 'word', text: word })
      else if (number !== undefined) this.#tokens.push({ kind: 'number', text: number })
      else this.#tokens.push({ kind: 'sub', text: sub ?? '' })
    }
  }

  whole(): Filter {
    const filter = this.#or()
    this.#end()
    return filter
  }

  patchPath(): PatchPath {
    const path = this.#word('an attribute')
    if (!this.#takeMark('[')) {
      this.#end()
      return { path, filter: undefined, sub: undefined }
    }
    const filter = this.#or()
    this.#expect(']')
    const sub = this.#takeSub()
    this.#end()
    return { path, filter, sub }
  }

  #or(): Filter {
    if (++this.#depth > deepest) throw invalid(this.#fault, `More than ${deepest} levels of parentheses.`)
    const parts = [this.#and()]
    while (this.#takeWord('or')) parts.push(this.#and())
    this.#depth--
    return join('or', parts)
  }

  #and(): Filter {
    const parts = [this.#unary()]
    while (this.#takeWord('and')) parts.push(this.#unary())
    return join('and', parts)
  }

  #unary(): Filter {
    if (this.#takeMark('(')) return this.#group()
    // An attribute can be called "not"; only a parenthesis makes it the operator.
    if (this.#isWord('not') && this.#tokens[this.#next + 1]?.text === '(') {
      this.#next += 2
      return { kind: 'not', part: this.#group() }
    }
    return this.#condition()
  }

  #group(): Filter {
    const inner = this.#or()
    this.#expect(')')
    return inner
  }

  #condition(): Filter {
    if (++this.#conditions > mostConditions) throw invalid(this.#fault, `More than ${mostConditions} conditions.`)
    const path = this.#word('an attribute')
    if (!this.#takeMark('[')) return this.#comparison(path)
    const part = this.#or()
    this.#expect(']')
    const sub = this.#takeSub()
    // Not in the grammar, but sent by Entra ID: emails[type eq "work"].value eq "…"
    return { kind: 'values', path, part: sub === undefined ? part : join('and', [part, this.#comparison(sub)]) }
  }

  #comparison(path: string): Filter {
    const word = this.#word('an operator').toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const op = comparisons.find((candidate) => candidate === word)
    if (!op) throw invalid(this.#fault, `"${word}" is no operator.`)
    return { kind: 'compare', path, op, value: this.#value() }
  }

  #value(): FilterValue {
    const found = this.#tokens[this.#next++]
    if (found?.kind === 'number') return Number(found.text)
    if (found?.kind === 'string') {
      try {
        // The token is a JSON string unless its escapes are invalid.
        return JSON.parse(found.text) as string
      } catch {
        throw invalid(this.#fault, `${found.text} is no JSON string.`)
      }
    }
    const word = found?.kind === 'word' ? found.text.toLowerCase() : undefined
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return null
    throw invalid(this.#fault, found ? `"${found.text}" is no value; texts stand in quotes.` : 'It ends where a value should be.')
  }

  #word(wanted: string): string {
    const found = this.#tokens[this.#next++]
    if (found?.kind === 'word') return found.text
    throw invalid(this.#fault, found ? `"${found.text}" stands where ${wanted} should be.` : `It ends where ${wanted} should be.`)
  }

  #isWord(text: string): boolean {
    const found = this.#tokens[this.#next]
    return found?.kind === 'word' && found.text.toLowerCase() === text
  }

  #takeWord(text: string): boolean {
    const isThere = this.#isWord(text)
    if (isThere) this.#next++
    return isThere
  }

  #takeMark(text: string): boolean {
    const found = this.#tokens[this.#next]
    const isThere = found?.kind === 'mark' && found.text === text
    if (isThere) this.#next++
    return isThere
  }

  #takeSub(): string | undefined {
    const found = this.#tokens[this.#next]
    if (found?.kind !== 'sub') return undefined
    this.#next++
    return found.text.slice(1)
  }

  #expect(mark: string): void {
    if (!this.#takeMark(mark)) throw invalid(this.#fault, `"${mark}" is missing.`)
  }

  #end(): void {
    const found = this.#tokens[this.#next]
    if (found) throw invalid(this.#fault, `Unexpected "${found.text}".`)
  }
}

function join(kind: 'and' | 'or', parts: Filter[]): Filter {
  const [only] = parts
  return parts.length === 1 && only ? only : { kind, parts }
}
