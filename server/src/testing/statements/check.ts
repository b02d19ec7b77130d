import { isTenantTable } from '../../db/tenant-tables.ts'
import { type Group, type Item, parseGroups } from './tokens.ts'

/** What is wrong with a statement, one line for each fault; empty where nothing is. */
export type Faults = readonly string[]

/** Names of a query and of those around it. */
interface Names {
  /** Aliases of tenant tables of the queries around. */
  outer: ReadonlySet<string>
  /** Common table expressions, and whether they read tenant tables. */
  common: ReadonlyMap<string, boolean>
}

/**
 * Checks what Citus asks of a statement: each tenant table is tied to a value by `tenant_id = $n`, or to a table that is; inserted
 * rows carry a value; there is one INSERT; and what notifies or adds jobs touches no tenant table.
 */
export function checkStatement(text: string): Faults {
  const root = queryOf(parseGroups(text))
  if (!root) return []
  const faults: string[] = []
  const touches = new Check(faults).query(root, { outer: new Set(), common: new Map() })
  const words = [...wordsOf(root)]
  if (words.filter((word) => word === 'insert').length > 1) faults.push('several INSERT in one statement')
  const separate = words.find((word) => SEPARATE.has(word))
  if (touches && separate) faults.push(`${separate} in a statement with a tenant table`)
  return faults
}

/** The query of a statement; undefined where the statement isn't one (SET, BEGIN). */
function queryOf(items: readonly Item[]): readonly Item[] | undefined {
  const [first] = items
  if (first?.kind === 'word' && first.text === 'copy') {
    const inner = items[1]
    return inner?.kind === 'group' && startsQuery(inner) ? inner.items : undefined
  }
  if (first?.kind === 'word' && first.text === 'declare') return items.slice(items.findIndex((item) => isWord(item, 'for')) + 1)
  return first?.kind === 'word' && QUERY_WORDS.has(first.text) ? items : undefined
}

/** What belongs in a statement of its own. */
const SEPARATE: ReadonlySet<string> = new Set(['pg_notify', 'add_job', 'add_jobs', 'queue_background_jobs'])
const QUERY_WORDS: ReadonlySet<string> = new Set(['select', 'with', 'insert', 'update', 'delete', 'values'])
const CLAUSE_WORDS: ReadonlySet<string> = new Set(
  'select from where on group order having limit offset set returning values window for join left right inner full cross natural lateral using union intersect except with as fetch insert update delete do when and or not conflict tablesample overriding default'.split(
    ' ',
  ),
)
const CONDITIONS: ReadonlySet<string> = new Set(['where', 'on'])
const NO_CONDITIONS: ReadonlySet<string> = new Set(
  'select from group order having limit offset set returning values window for join using case'.split(' '),
)

const isWord = (item: Item | undefined, text: string): boolean => item?.kind === 'word' && item.text === text
const isMark = (item: Item | undefined, text: string): boolean => item?.kind === 'mark' && item.text === text

function startsQuery(group: Group): boolean {
  const [first] = group.items
  if (first?.kind === 'word') return QUERY_WORDS.has(first.text)
  return first?.kind === 'group' && startsQuery(first)
}

function* wordsOf(items: readonly Item[]): Generator<string> {
  for (const item of items) {
    if (item.kind === 'group') yield* wordsOf(item.items)
    else if (item.kind === 'word') yield item.text
  }
}

class Check {
  readonly #faults: string[]

  constructor(faults: string[]) {
    this.#faults = faults
  }

  /** Whether it touches tenant tables. */
  query(items: readonly Item[], names: Names): boolean {
    const only = items.length === 1 ? items[0] : undefined
    if (only?.kind === 'group') return this.query(only.items, names)
    const common = new Map(names.common)
    let rest = items
    let touches = false
    if (isWord(items[0], 'with')) {
      let at = isWord(items[1], 'recursive') ? 2 : 1
      for (;;) {
        const name = items[at]
        let body = at + 1
        while (body < items.length && !(isBody(items[body]) && isAs(items, body))) body += 1
        const group = items[body]
        if (name?.kind !== 'word' || group?.kind !== 'group') throw new Error('Not understood: WITH')
        common.set(name.text, true) // for a recursive one
        const touched = this.query(group.items, { ...names, common })
        common.set(name.text, touched)
        touches ||= touched
        at = body + 1
        if (!isMark(items[at], ',')) break
        at += 1
      }
      rest = items.slice(at)
    }
    for (const part of partsOf(rest)) touches = this.#part(part, { ...names, common }) || touches
    return touches
  }

  #part(items: readonly Item[], names: Names): boolean {
    const [first] = items
    if (items.length === 1 && first?.kind === 'group') return this.query(first.items, names)
    if (isWord(first, 'insert')) return this.#insert(items, names)
    return new Part(this, this.#faults, names).run(items)
  }

  #insert(items: readonly Item[], names: Names): boolean {
    const at = items.findIndex((item) => item.kind === 'group')
    const table = items.slice(2, at).findLast((item, index, all) => item.kind === 'word' && !isWord(all[index - 1], 'as'))
    const columns = items[at]
    const tableName = table?.kind === 'word' ? table.text : ''
    const isTenant = isTenantTable(tableName)
    if (columns?.kind !== 'group' || startsQuery(columns)) {
      if (isTenant) this.#faults.push(`${tableName}: INSERT without a list of columns`)
      return isTenant
    }
    const position = listOf(columns.items).findIndex((column) => isWord(column[0], 'tenant_id'))
    const source = items.slice(at + 1)
    const conflict = source.findIndex((item, index) => isWord(item, 'on') && isWord(source[index + 1], 'conflict'))
    const returning = source.findIndex((item) => isWord(item, 'returning'))
    const ends = [conflict, returning].filter((index) => index >= 0)
    const rows = source.slice(0, ends.length > 0 ? Math.min(...ends) : undefined)
    const tail = ends.length > 0 ? source.slice(Math.min(...ends)) : []
    let touches = isTenant
    if (isWord(rows[0], 'values')) {
      for (const row of rows.slice(1)) {
        if (row.kind !== 'group') continue
        if (isTenant && !isValue(listOf(row.items)[position] ?? []))
          this.#faults.push(`${tableName}: INSERT of rows without a bound tenant_id`)
        touches = this.subqueries(row.items, names) || touches
      }
    } else {
      const inner = rows.length === 1 && rows[0]?.kind === 'group' ? rows[0].items : rows
      for (const part of isWord(inner[0], 'with') ? [] : partsOf(inner)) {
        const selected = isWord(part[1], 'distinct') ? part.slice(2) : part.slice(1)
        const from = selected.findIndex((item) => isWord(item, 'from'))
        const item = listOf(from < 0 ? selected : selected.slice(0, from))[position] ?? []
        const isColumn = isWord(item.at(-1), 'tenant_id')
        if (isTenant && !isValue(item) && !(isColumn && from >= 0))
          this.#faults.push(`${tableName}: INSERT of rows without a bound tenant_id`)
        if (isTenant && isColumn && !new Part(this, [], names).run(part)) {
          this.#faults.push(`${tableName}: INSERT with a tenant_id of no tenant table`)
        }
      }
      touches = this.query(inner, names) || touches
    }
    const outer = isTenant ? new Set([...names.outer, tableName]) : names.outer
    return this.subqueries(tail, { ...names, outer }) || touches
  }

  /** Checks the queries in parentheses, at any depth. */
  subqueries(items: readonly Item[], names: Names): boolean {
    let touches = false
    for (const item of items) {
      if (item.kind !== 'group') continue
      touches = (startsQuery(item) ? this.query(item.items, names) : this.subqueries(item.items, names)) || touches
    }
    return touches
  }
}

/** One SELECT, UPDATE or DELETE. */
class Part {
  readonly #check: Check
  readonly #faults: string[]
  readonly #names: Names
  /** Tables by alias. */
  readonly #references = new Map<string, string>()
  readonly #bound = new Set<string>()
  readonly #equal: [string, string][] = []
  /** An unqualified `tenant_id = $n` counts for these. */
  readonly #unqualified: string[] = []
  #first: string | undefined
  #latest: string | undefined
  #hasUnqualified = false
  readonly #queries: Group[] = []

  constructor(check: Check, faults: string[], names: Names) {
    this.#check = check
    this.#faults = faults
    this.#names = names
  }

  /** Whether it touches tenant tables, also through common table expressions and subqueries. */
  run(items: readonly Item[]): boolean {
    this.#walk(items, false, true)
    if (this.#hasUnqualified) for (const alias of this.#unqualified) this.#bound.add(alias)
    const readsCommon = this.#bound.size > 0 && [...this.#bound].some((alias) => !this.#references.has(alias))
    for (const alias of this.#names.outer) if (!this.#references.has(alias)) this.#bound.add(alias)
    for (let grew = true; grew;) {
      grew = false
      for (const [one, other] of this.#equal) {
        if (this.#bound.has(one) === this.#bound.has(other)) continue
        this.#bound.add(one).add(other)
        grew = true
      }
    }
    for (const [alias, table] of this.#references) {
      if (!this.#bound.has(alias)) this.#faults.push(`${table}${alias === table ? '' : ` ${alias}`}: no bound tenant_id`)
    }
    const names = { ...this.#names, outer: new Set([...this.#names.outer, ...this.#references.keys(), ...this.#bound]) }
    let touches = this.#references.size > 0 || readsCommon
    for (const group of this.#queries) touches = this.#check.query(group.items, names) || touches
    return touches
  }

  /** @param counts whether conditions there are those of the query: those of FILTER are not */
  #walk(items: readonly Item[], inConditions: boolean, counts: boolean): void {
    let conditions = inConditions
    let inFrom = false
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at]
      if (!item) continue
      if (item.kind === 'group') {
        if (startsQuery(item)) {
          this.#queries.push(item)
          continue
        }
        if (isWord(items[at - 1], 'using')) {
          if (this.#latest !== undefined && item.items.some((one) => isWord(one, 'tenant_id'))) {
            if (this.#first !== undefined) this.#equal.push([this.#first, this.#latest])
          }
          continue
        }
        this.#walk(item.items, conditions, counts && !isWord(items[at - 1], 'filter'))
        continue
      }
      if (item.kind === 'word' && !isDistinctFrom(items, at)) {
        if (isTableWord(items, at)) {
          inFrom = item.text !== 'update'
          at = this.#table(items, at + 1)
        } else if (CLAUSE_WORDS.has(item.text) && !['as', 'lateral', 'and', 'or', 'not'].includes(item.text))
          inFrom = item.text === 'on' && inFrom
        if (CONDITIONS.has(item.text)) conditions = true
        else if (NO_CONDITIONS.has(item.text)) conditions = false
      }
      if (isMark(item, ',') && inFrom && !conditions) at = this.#table(items, at + 1)
      if (conditions && counts && isMark(item, '=')) this.#equality(items, at)
    }
  }

  /** Reads the table, or what else FROM reads, at a place; the place of its last item. */
  #table(items: readonly Item[], start: number): number {
    let at = start
    while (isWord(items[at], 'only') || isWord(items[at], 'lateral')) at += 1
    const item = items[at]
    if (!item) return at
    if (item.kind === 'group') {
      if (!startsQuery(item)) return at - 1 // a join in parentheses is walked into
      const [alias, end] = aliasAt(items, at + 1)
      const touched = new Check([]).query(item.items, this.#names)
      if (alias !== undefined && touched) this.#bound.add(alias)
      this.#queries.push(item)
      if (alias !== undefined) this.#name(alias)
      return end
    }
    if (item.kind !== 'word') return at
    let name = item.text
    if (isMark(items[at + 1], '.')) {
      at += 2
      const inSchema = items[at]
      name = inSchema?.kind === 'word' && item.text === 'public' ? inSchema.text : ''
    }
    if (items[at + 1]?.kind === 'group') return at // a function
    const [alias = name, end] = aliasAt(items, at + 1)
    const common = this.#names.common.get(name)
    if (common !== undefined) {
      if (common) this.#bound.add(alias)
    } else if (isTenantTable(name)) {
      this.#references.set(alias, name)
      this.#unqualified.push(alias)
      if (this.#unqualified.length > 1) this.#unqualified.length = 1
    }
    this.#name(alias)
    return end
  }

  #name(alias: string): void {
    this.#first ??= alias
    this.#latest = alias
  }

  #equality(items: readonly Item[], at: number): void {
    const left = columnBefore(items, at)
    const right = columnAfter(items, at)
    if (left === undefined && right === undefined) return
    if (left !== undefined && right !== undefined) {
      if (left !== '' && right !== '') this.#equal.push([left, right])
      return
    }
    const other = left === undefined ? items[valueBefore(items, at)] : items[at + 1]
    if (other?.kind !== 'value') return
    const alias = left ?? right ?? ''
    if (alias === '') this.#hasUnqualified = true
    else this.#bound.add(alias)
  }
}

const isDistinctFrom = (items: readonly Item[], at: number): boolean => isWord(items[at], 'from') && isWord(items[at - 1], 'distinct')

function isTableWord(items: readonly Item[], at: number): boolean {
  const item = items[at]
  if (item?.kind !== 'word') return false
  const before = items[at - 1]
  const previous = before?.kind === 'word' ? before.text : ''
  if (item.text === 'update') return at === 0 || !['for', 'do', 'key'].includes(previous)
  if (item.text === 'using') return items[at + 1]?.kind === 'word'
  return item.text === 'from' || item.text === 'join'
}

/** The alias at a place, and the place of the last item that belongs to the table. */
function aliasAt(items: readonly Item[], at: number): [string | undefined, number] {
  const start = isWord(items[at], 'as') ? at + 1 : at
  const item = items[start]
  if (item?.kind !== 'word' || (start === at && CLAUSE_WORDS.has(item.text))) return [undefined, at - 1]
  return [item.text, items[start + 1]?.kind === 'group' ? start + 1 : start]
}

/** The alias of `alias.tenant_id` before or after a place, '' where it has none; undefined where something else is there. */
function columnBefore(items: readonly Item[], at: number): string | undefined {
  if (!isWord(items[at - 1], 'tenant_id')) return undefined
  return isMark(items[at - 2], '.') ? wordAt(items, at - 3) : ''
}

function columnAfter(items: readonly Item[], at: number): string | undefined {
  if (isWord(items[at + 1], 'tenant_id')) return ''
  return isMark(items[at + 2], '.') && isWord(items[at + 3], 'tenant_id') ? wordAt(items, at + 1) : undefined
}

const wordAt = (items: readonly Item[], at: number): string | undefined => {
  const item = items[at]
  return item?.kind === 'word' ? item.text : undefined
}

/** The place of the value before a place, past a cast. */
const valueBefore = (items: readonly Item[], at: number): number => (isMark(items[at - 2], '::') ? at - 3 : at - 1)

const isValue = (items: readonly Item[]): boolean =>
  items[0]?.kind === 'value' &&
  (items.length === 1 ||
    (isMark(items[1], '::') && items[2]?.kind === 'word' && (items.length === 3 || isWord(items[3], 'as') || items.length === 4)))

function listOf(items: readonly Item[]): Item[][] {
  const list: Item[][] = [[]]
  for (const item of items) {
    if (isMark(item, ',')) list.push([])
    else list.at(-1)?.push(item)
  }
  return list
}

function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]]
  for (const item of items) {
    if (isWord(item, 'union') || isWord(item, 'intersect') || isWord(item, 'except')) parts.push([])
    else if (!(isWord(item, 'all') && parts.length > 1 && parts.at(-1)?.length === 0)) parts.at(-1)?.push(item)
  }
  return parts
}

const isBody = (item: Item | undefined): item is Group => item?.kind === 'group' && startsQuery(item)
const isAs = (items: readonly Item[], at: number): boolean => isWord(items[at - 1], 'as') || isWord(items[at - 1], 'materialized')
