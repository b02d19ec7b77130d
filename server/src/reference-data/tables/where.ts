import { problem } from '@steward/contract/errors'

/**
 * The language of `where`: `field operator value`, joined by AND and OR, with brackets. AND binds tighter. Text is in single or double
 * quotes, which are doubled inside; `*` in LIKE matches any text.
 */

/** What a field holds, which decides its operators and values. */
export type FieldType = 'text' | 'number' | 'boolean' | 'day' | 'time'

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A value of the type of its field. A field with times can also be compared with whole days. */
export type Value = { type: 'text' | 'number' | 'day' | 'time'; text: string } | { type: 'boolean'; isTrue: boolean }

export type Condition<F extends string = string> =
  | { kind: 'and' | 'or'; parts: Condition<F>[] }
  | { kind: 'compare'; field: F; operator: Comparison; value: Value }
  | { kind: 'in'; field: F; values: Value[] }
  | { kind: 'like'; field: F; pattern: string }

/** Brackets within brackets. */
const deepest = 20

const comparisons: readonly Comparison[] = ['=', '!=', '<', '<=', '>', '>=']
const equality: readonly Comparison[] = ['=', '!=']

/** What an error says is expected where a value is missing; in any language. */
const examples: Readonly<Record<FieldType, string>> = {
  text: "'…'",
  number: '0',
  boolean: 'true, false',
  day: '2026-06-30',
  time: '2026-06-30, 2026-06-30T09:30:00Z',
}

interface Token {
  kind: 'word' | 'text' | 'plain' | 'symbol' | 'other' | 'end'
  text: string
  /** Of its first character, from 1. */
  position: number
}

const patterns = {
  space: /\s+/y,
  word: /[A-Za-z]\w*/y,
  // Numbers, days and times.
  plain: /-?\d[\w.:+-]*/y,
  symbol: /[!<>]=|[=<>(),]/y,
}

const refuse = (position: number, expected: readonly string[]) =>
  problem('where_invalid', { position, expected: expected.join(', ') }, { field: 'query.where' })

/**
 * Reads a condition on a table with these fields.
 * @throws where_invalid with the position and what is expected there
 */
export function parseWhere<F extends string>(text: string, types: Readonly<Record<F, FieldType>>): Condition<F> {
  return new Parser(text, types).parse()
}

class Parser<F extends string> {
  readonly #text: string
  readonly #types: Readonly<Record<F, FieldType>>
  #offset = 0
  #next: Token

  constructor(text: string, types: Readonly<Record<F, FieldType>>) {
    this.#text = text
    this.#types = types
    this.#next = this.#read()
  }

  parse(): Condition<F> {
    const condition = this.#either(0)
    if (this.#next.kind !== 'end') throw this.#refuse(['AND', 'OR'])
    return condition
  }

  #either(depth: number): Condition<F> {
    return this.#joined('or', () => this.#joined('and', () => this.#part(depth)))
  }

  #joined(kind: 'and' | 'or', read: () => Condition<F>): Condition<F> {
    const first = read()
    const parts = [first]
    while (this.#takeWord(kind)) parts.push(read())
    return parts.length === 1 ? first : { kind, parts }
  }

  #part(depth: number): Condition<F> {
    if (depth === deepest || !this.#takeSymbol('(')) return this.#condition(depth)
    const condition = this.#either(depth + 1)
    if (!this.#takeSymbol(')')) throw this.#refuse(['AND', 'OR', ')'])
    return condition
  }

  #condition(depth: number): Condition<F> {
    const field = this.#field(depth)
    const type = this.#types[field]
    const allowed = type === 'boolean' ? equality : comparisons
    const operator = allowed.find((symbol) => this.#takeSymbol(symbol))
    if (operator) return { kind: 'compare', field, operator, value: this.#value(type) }
    if (this.#takeWord('in')) return { kind: 'in', field, values: this.#values(type) }
    if (type === 'text' && this.#takeWord('like')) return { kind: 'like', field, pattern: this.#textValue() }
    throw this.#refuse([...allowed, 'IN', ...(type === 'text' ? ['LIKE'] : [])])
  }

  #field(depth: number): F {
    const { kind, text } = this.#next
    if (kind !== 'word' || !this.#isField(text)) throw this.#refuse([...Object.keys(this.#types), ...(depth < deepest ? ['('] : [])])
    this.#advance()
    return text
  }

  #isField(text: string): text is F {
    return Object.hasOwn(this.#types, text)
  }

  #values(type: FieldType): Value[] {
    if (!this.#takeSymbol('(')) throw this.#refuse(['('])
    const values = [this.#value(type)]
    while (this.#takeSymbol(',')) values.push(this.#value(type))
    if (!this.#takeSymbol(')')) throw this.#refuse([',', ')'])
    return values
  }

  #value(type: FieldType): Value {
    const value = valueOf(this.#next, type)
    if (!value) throw this.#refuse([examples[type]])
    this.#advance()
    return value
  }

  #textValue(): string {
    const { kind, text } = this.#next
    if (kind !== 'text') throw this.#refuse([examples.text])
    this.#advance()
    return text
  }

  #takeSymbol(symbol: string): boolean {
    if (this.#next.kind !== 'symbol' || this.#next.text !== symbol) return false
    this.#advance()
    return true
  }

  #takeWord(word: string): boolean {
    if (this.#next.kind !== 'word' || this.#next.text.toLowerCase() !== word) return false
    this.#advance()
    return true
  }

  #refuse(expected: readonly string[]) {
    return refuse(this.#next.position, expected)
  }

  #advance(): void {
    this.#next = this.#read()
  }

  #read(): Token {
    this.#match(patterns.space)
    const position = this.#offset + 1
    if (this.#offset === this.#text.length) return { kind: 'end', text: '', position }
    for (const kind of ['word', 'plain', 'symbol'] as const) {
      const text = this.#match(patterns[kind])
      if (text !== undefined) return { kind, text, position }
    }
    const quote = this.#text.charAt(this.#offset)
    if (quote !== "'" && quote !== '"') return { kind: 'other', text: '', position }
    return { kind: 'text', text: this.#quoted(quote), position }
  }

  #quoted(quote: string): string {
    let content = ''
    for (let from = this.#offset + 1; ;) {
      const end = this.#text.indexOf(quote, from)
      if (end < 0) throw refuse(this.#text.length + 1, [quote])
      content += this.#text.slice(from, end)
      this.#offset = end + 1
      if (this.#text.charAt(this.#offset) !== quote) return content
      content += quote
      from = this.#offset + 1
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#offset += found.length
    return found
  }
}

/** The value of a field of this type, or undefined. */
function valueOf({ kind, text }: Token, type: FieldType): Value | undefined {
  switch (type) {
    case 'text':
      return kind === 'text' ? { type, text } : undefined
    case 'number':
      return kind === 'plain' && /^-?\d{1,18}(\.\d{1,9})?$/.test(text) ? { type, text } : undefined
    case 'boolean': {
      const word = kind === 'word' ? text.toLowerCase() : ''
      return word === 'true' || word === 'false' ? { type, isTrue: word === 'true' } : undefined
    }
    case 'day':
    case 'time':
      if (kind !== 'plain' && kind !== 'text') return undefined
      if (isDay(text)) return { type: 'day', text }
      return type === 'time' && isTime(text) ? { type, text } : undefined
  }
}

const day = String.raw`(?!0000)\d{4}-\d{2}-\d{2}`
const dayOnly = new RegExp(`^${day}$`)
/** Offsets as far as time zones have them. */
const timeOnly = new RegExp(String.raw`^(${day})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$`)

/** A day that the calendar has. */
function isDay(text: string): boolean {
  if (!dayOnly.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const isTime = (text: string): boolean => isDay(timeOnly.exec(text)?.[1] ?? '')
