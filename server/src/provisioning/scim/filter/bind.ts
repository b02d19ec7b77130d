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
  /** A condition on an attribute that the resource type does not have. */
  | { kind: 'constant'; value: boolean }

/**
 * @param others Other types in the same list: what only they have is absent here (RFC 7644, section 3.4.2.1).
 * @throws ScimError invalidFilter for unknown attributes, and for values and operators of the wrong type
 */
export function bindFilter(type: ResourceType, filter: Filter, others: readonly ResourceType[] = []): BoundFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => bindFilter(type, part, others)) }
    case 'not':
      return { kind: 'not', part: bindFilter(type, filter.part, others) }
    case 'values': {
      if (isForeign(type, others, filter.path)) return { kind: 'constant', value: false }
      const target = targetOf(type, filter.path)
      if (!target.attribute.subAttributes || target.sub)
        throw invalid('invalidFilter', 'no_sub_attributes', { attribute: filter.path.slice(0, 200) })
      const part = bindValueFilter(target, filter.part)
      return target.attribute.multiValued ? { kind: 'some', target, part } : part
    }
    default: {
      if (isForeign(type, others, filter.path)) return { kind: 'constant', value: isTrueOfAbsent(filter) }
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
      throw invalid('invalidFilter', 'filter_nested', {})
    default: {
      const sub = attributeNamed(outer.attribute.subAttributes, filter.path)
      if (!sub) throw invalid('invalidFilter', 'sub_attribute_unknown', { attribute: outer.attribute.name, sub: filter.path.slice(0, 200) })
      return bindCondition({ ...outer, sub }, filter)
    }
  }
}

const isForeign = (type: ResourceType, others: readonly ResourceType[], path: string): boolean =>
  !resolvePath(type, path) && others.some((other) => resolvePath(other, path))

/** An absent value is different from every other, and null is the only one that it equals. */
const isTrueOfAbsent = (filter: Extract<Filter, { kind: 'compare' | 'present' }>): boolean =>
  filter.kind === 'compare' && filter.op === (filter.value === null ? 'eq' : 'ne')

function targetOf(type: ResourceType, path: string): Target {
  const resolved = resolvePath(type, path)
  if (!resolved) throw invalid('invalidFilter', 'attribute_unknown', { type: type.name, attribute: path.slice(0, 200) })
  if (resolved.attribute.returned === 'never')
    throw invalid('invalidFilter', 'attribute_unknown', { type: type.name, attribute: path.slice(0, 200) })
  return resolved
}

function bindCondition(target: Target, filter: Extract<Filter, { kind: 'compare' | 'present' }>): BoundFilter {
  if (filter.kind === 'present') return { kind: 'present', target }
  const { op, value } = filter
  const compared = withValue(target)
  if (value === null) {
    if (op === 'eq') return { kind: 'not', part: { kind: 'present', target } }
    if (op === 'ne') return { kind: 'present', target }
    throw invalid('invalidFilter', 'filter_comparison', { attribute: 'null', op })
  }
  return { kind: 'compare', target: compared, op, value: valueFor(compared.sub ?? compared.attribute, op, value) }
}

/** A complex attribute without a sub-attribute means its `value` (RFC 7644, section 3.4.2.2). */
function withValue(target: Target): Target {
  if (target.sub || !target.attribute.subAttributes) return target
  const sub = attributeNamed(target.attribute.subAttributes, 'value')
  if (!sub) throw invalid('invalidFilter', 'sub_attribute_missing', { attribute: target.attribute.name })
  return { ...target, sub }
}

const momentForm = /^(?!0000)\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i

const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

function valueFor({ name, type }: Attribute, op: Comparison, value: string | number | boolean): string | boolean | Date {
  const wrongOperator = () => invalid('invalidFilter', 'filter_comparison', { attribute: name, op })
  if (type === 'boolean') {
    if (op !== 'eq' && op !== 'ne') throw wrongOperator()
    const word = String(value).toLowerCase()
    if (word !== 'true' && word !== 'false') throw invalid('invalidFilter', 'boolean_expected', { path: name })
    return word === 'true'
  }
  if (typeof value === 'boolean') throw invalid('invalidFilter', 'text_expected', { path: name })
  if (type === 'dateTime') {
    if (op === 'co' || op === 'sw' || op === 'ew') throw wrongOperator()
    const text = String(value)
    const time = momentForm.test(text)
      ? new Date(/[Tt]\d/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/i.test(text) ? `${text}Z` : text)
      : undefined
    // An offset can move the time beyond the years that can be written.
    if (!time || !(time.getTime() >= earliest && time.getTime() <= latest)) throw invalid('invalidFilter', 'time_expected', { path: name })
    return time
  }
  if (type === 'binary' && op !== 'eq' && op !== 'ne') throw wrongOperator()
  const text = String(value)
  // PostgreSQL stores neither, so no value contains them.
  if (text.includes('\0') || !text.isWellFormed()) throw invalid('invalidFilter', 'text_not_storable', {})
  return text
}
