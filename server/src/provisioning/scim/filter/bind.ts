import { invalid } from '../error.ts'
import { type Attribute, attributeNamed } from '../schema/attribute.ts'
import { resolvePath } from '../schema/resolve.ts'
import type { ResourceType } from '../schema/schemas.ts'
import type { Comparison, Filter } from './parse.ts'

/** Filters checked against the schema: attributes exist and values have their types. Compiled to SQL or evaluated in memory. */

/** The operand of a condition: an attribute of the resource or, inside `some`, of one value of a multi-valued one. */
export interface Target {
  extension: string | undefined
  attribute: Attribute
  sub: Attribute | undefined
}

export type BoundFilter =
  | { kind: 'and' | 'or'; parts: BoundFilter[] }
  | { kind: 'not'; part: BoundFilter }
  | { kind: 'compare'; target: Target; op: Comparison; value: string | boolean | Date }
  | { kind: 'present'; target: Target }
  /** One value of a multi-valued attribute matches `part`. */
  | { kind: 'some'; target: Target; part: BoundFilter }

/** @throws ScimError invalidFilter for unknown attributes, and for values and operators of the wrong type */
export function bindFilter(type: ResourceType, filter: Filter): BoundFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => bindFilter(type, part)) }
    case 'not':
      return { kind: 'not', part: bindFilter(type, filter.part) }
    case 'values': {
      const target = targetOf(type, filter.path)
      if (!target.attribute.subAttributes || target.sub) throw invalid('invalidFilter', `${filter.path} has no sub-attributes.`)
      const part = bindValueFilter(target, filter.part)
      return target.attribute.multiValued ? { kind: 'some', target, part } : part
    }
    default: {
      const target = targetOf(type, filter.path)
      if (!target.attribute.multiValued) return bindCondition(target, filter)
      // Presence is checked on the attribute, everything else on each value.
      if (!target.sub && (filter.kind === 'present' || filter.value === null)) return bindCondition(target, filter)
      return { kind: 'some', target: { ...target, sub: undefined }, part: bindCondition(target, filter) }
    }
  }
}

/** The filter in brackets after an attribute; its names are sub-attributes. @throws ScimError invalidFilter */
export function bindValueFilter(outer: Target, filter: Filter): BoundFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => bindValueFilter(outer, part)) }
    case 'not':
      return { kind: 'not', part: bindValueFilter(outer, filter.part) }
    case 'values':
      throw invalid('invalidFilter', 'Brackets stand in brackets.')
    default: {
      const sub = attributeNamed(outer.attribute.subAttributes, filter.path)
      if (!sub) throw invalid('invalidFilter', `${outer.attribute.name} has no sub-attribute "${filter.path}".`)
      return bindCondition({ ...outer, sub }, filter)
    }
  }
}

function targetOf(type: ResourceType, path: string): Target {
  const resolved = resolvePath(type, path)
  if (!resolved) throw invalid('invalidFilter', `${type.name} has no attribute "${path}".`)
  if (resolved.attribute.returned === 'never') throw invalid('invalidFilter', `${path} cannot be filtered by.`)
  return resolved
}

function bindCondition(target: Target, filter: Extract<Filter, { kind: 'compare' | 'present' }>): BoundFilter {
  if (filter.kind === 'present') return { kind: 'present', target }
  const { op, value } = filter
  const compared = withValue(target)
  if (value === null) {
    if (op === 'eq') return { kind: 'not', part: { kind: 'present', target } }
    if (op === 'ne') return { kind: 'present', target }
    throw invalid('invalidFilter', `null is compared by eq and ne, not by ${op}.`)
  }
  return { kind: 'compare', target: compared, op, value: valueFor(compared.sub ?? compared.attribute, op, value) }
}

/** A complex attribute without a sub-attribute means its `value` (RFC 7644, section 3.4.2.2). */
function withValue(target: Target): Target {
  if (target.sub || !target.attribute.subAttributes) return target
  const sub = attributeNamed(target.attribute.subAttributes, 'value')
  if (!sub) throw invalid('invalidFilter', `Name a sub-attribute of ${target.attribute.name}.`)
  return { ...target, sub }
}

const momentForm = /^(?!0000)\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i

const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

function valueFor({ name, type }: Attribute, op: Comparison, value: string | number | boolean): string | boolean | Date {
  const refuse = (detail: string) => invalid('invalidFilter', `${name} ${detail}`)
  if (type === 'boolean') {
    if (op !== 'eq' && op !== 'ne') throw refuse(`is true or false, and not compared by ${op}.`)
    const word = String(value).toLowerCase()
    if (word !== 'true' && word !== 'false') throw refuse('is true or false.')
    return word === 'true'
  }
  if (typeof value === 'boolean') throw refuse('is no boolean.')
  if (type === 'dateTime') {
    if (op === 'co' || op === 'sw' || op === 'ew') throw refuse(`is a time, and not compared by ${op}.`)
    const text = String(value)
    const time = momentForm.test(text)
      ? new Date(/[Tt]\d/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/i.test(text) ? `${text}Z` : text)
      : undefined
    // An offset can move the time beyond the years that can be written.
    if (!time || !(time.getTime() >= earliest && time.getTime() <= latest)) throw refuse('is a time such as 2026-01-31T12:00:00Z.')
    return time
  }
  if (type === 'binary' && op !== 'eq' && op !== 'ne') throw refuse(`is binary, and not compared by ${op}.`)
  const text = String(value)
  // PostgreSQL stores neither, so no value contains them.
  if (text.includes('\0') || !text.isWellFormed()) throw refuse('is compared with a text that is no Unicode.')
  return text
}
