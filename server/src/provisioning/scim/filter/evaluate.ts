import { type Json, type JsonObject, isObject } from '../json.ts'
import type { BoundFilter, Target } from './bind.ts'

/** Whether a resource matches a filter. */
export function matchesResource(filter: BoundFilter, resource: JsonObject): boolean {
  return matches(filter, (target) => valueOf(resource, target))
}

/** Whether one value of a multi-valued attribute matches the filter in brackets. */
export function matchesValue(filter: BoundFilter, value: Json): boolean {
  return matches(filter, ({ sub }) => (sub ? memberOf(value, sub.name) : value))
}

function matches(filter: BoundFilter, read: (target: Target) => Json | undefined): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, read))
    case 'or':
      return filter.parts.some((part) => matches(part, read))
    case 'not':
      return !matches(filter.part, read)
    case 'constant':
      return filter.value
    case 'present':
      return isPresent(read(filter.target))
    case 'some': {
      const values = read(filter.target)
      return Array.isArray(values) && values.some((value) => matchesValue(filter.part, value))
    }
    case 'compare':
      return compare(filter, read(filter.target))
  }
}

const memberOf = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined)

function valueOf(resource: JsonObject, { extension, attribute, sub }: Target): Json | undefined {
  const value = memberOf(extension === undefined ? resource : resource[extension], attribute.name)
  return sub ? memberOf(value, sub.name) : value
}

/** Empty texts, lists and objects count as absent (RFC 7643, section 2.5; RFC 7644, table 3). */
function isPresent(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

function compare({ target, op, value }: Extract<BoundFilter, { kind: 'compare' }>, actual: Json | undefined): boolean {
  const { caseExact } = target.sub ?? target.attribute
  const fold = (text: string) => (caseExact ? text : text.toLowerCase())
  // An absent value differs from every present one.
  if (!isPresent(actual)) return op === 'ne'
  const left = value instanceof Date ? Date.parse(String(actual)) : typeof value === 'boolean' ? String(actual) : fold(String(actual))
  const right = value instanceof Date ? value.getTime() : typeof value === 'boolean' ? String(value) : fold(value)
  switch (op) {
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'co':
      return String(left).includes(String(right))
    case 'sw':
      return String(left).startsWith(String(right))
    case 'ew':
      return String(left).endsWith(String(right))
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    case 'le':
      return left <= right
  }
}
