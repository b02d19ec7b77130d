import { type ScimError, type ScimType, invalid } from '../error.ts'

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

const token =
  /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([A-Za-z$][\w$:.-]*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\.[A-Za-z$][\w$-]*)|([^\s()[\]"]))/y
/** A value without quotes ends at a space, a bracket or a quote. */
const bareValue = /[^\s()[\]"]+/y
const numberForm = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** @throws ScimError invalidFilter */
export function parseFilter(source: string): Filter {
  return new Parser(source, 'invalidFilter').whole()
}

/** @throws ScimError invalidPath, or invalidFilter for an invalid filter in brackets */
export function parsePath(source: string): PatchPath {
  return new Parser(source, 'invalidPath').patchPath()
}

const kinds = ['mark', 'string', 'word', 'number', 'sub', 'other'] as const

interface Token {
  /** `other` is only part of a value without quotes. */
  kind: 'mark' | 'string' | 'word' | 'number' | 'sub' | 'other'
  text: string
  start: number
}

class Parser {
  readonly #source: string
  readonly #tokens: Token[] = []
  readonly #fault: ScimType
  #next = 0
  #depth = 0
  #conditions = 0

  constructor(source: string, fault: ScimType) {
    this.#fault = fault
    if (source.length > longest) throw invalid(fault, 'filter_too_long', { maximum: longest })
    const text = source.trimEnd()
    this.#source = text
    token.lastIndex = 0
    for (let at = 0; at < text.length; at = token.lastIndex) {
      token.lastIndex = at
      const match = token.exec(text)
      // Only a quote that is never closed is part of no token.
      if (!match) throw this.#unexpected(text.slice(at).trim())
      const found = match[0].trimStart()
      const kind = kinds[match.findIndex((part, index) => index > 0 && part !== undefined) - 1] ?? 'other'
      this.#tokens.push({ kind, text: found, start: token.lastIndex - found.length })
    }
  }

  whole(): Filter {
    const filter = this.#or()
    this.#end()
    return filter
  }

  patchPath(): PatchPath {
    const path = this.#word()
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
    if (++this.#depth > deepest) throw invalid(this.#fault, 'filter_too_deep', { maximum: deepest })
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
    if (++this.#conditions > mostConditions) throw invalid(this.#fault, 'filter_too_many', { maximum: mostConditions })
    const path = this.#word()
    if (!this.#takeMark('[')) return this.#comparison(path)
    const part = this.#or()
    this.#expect(']')
    const sub = this.#takeSub()
    // Not in the grammar, but sent by Entra ID: emails[type eq "work"].value eq "…"
    return { kind: 'values', path, part: sub === undefined ? part : join('and', [part, this.#comparison(sub)]) }
  }

  #comparison(path: string): Filter {
    const word = this.#word().toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const op = comparisons.find((candidate) => candidate === word)
    if (!op) throw invalid(this.#fault, 'filter_operator_unknown', { operator: word.slice(0, 100) })
    return { kind: 'compare', path, op, value: this.#value() }
  }

  #value(): FilterValue {
    const found = this.#tokens[this.#next++]
    if (!found) throw this.#incomplete()
    if (found.kind === 'string') {
      try {
        // The token is a JSON string unless its escapes are invalid.
        return JSON.parse(found.text) as string
      } catch {
        throw invalid(this.#fault, 'filter_string_invalid', { text: found.text.slice(0, 100) })
      }
    }
    if (found.kind === 'mark') throw this.#unexpected(found.text)
    return this.#bareValue(found)
  }

  /** The grammar wants texts in quotes; some clients, Microsoft's test collection among them, leave them out. */
  #bareValue({ start }: Token): FilterValue {
    bareValue.lastIndex = start
    const text = bareValue.exec(this.#source)?.[0] ?? ''
    while ((this.#tokens[this.#next]?.start ?? Infinity) < start + text.length) this.#next++
    if (numberForm.test(text)) return Number(text)
    const word = text.toLowerCase()
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : text
  }

  #word(): string {
    const found = this.#tokens[this.#next++]
    if (found?.kind === 'word') return found.text
    throw found ? this.#unexpected(found.text) : this.#incomplete()
  }

  #unexpected(text: string): ScimError {
    return invalid(this.#fault, 'filter_unexpected', { text: text.slice(0, 100) })
  }

  #incomplete(): ScimError {
    return invalid(this.#fault, 'filter_incomplete', {})
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
    if (!this.#takeMark(mark)) throw invalid(this.#fault, 'filter_mark_missing', { mark })
  }

  #end(): void {
    const found = this.#tokens[this.#next]
    if (found) throw this.#unexpected(found.text)
  }
}

function join(kind: 'and' | 'or', parts: Filter[]): Filter {
  const [only] = parts
  return parts.length === 1 && only ? only : { kind, parts }
}
