import { type Json, type JsonObject, isObject } from './json.ts'
import type { ScimChange } from './types.ts'

/** The differences between two states of a resource: objects are compared part by part, lists as a whole. */
export function changesBetween(before: JsonObject, after: JsonObject, prefix = ''): ScimChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): ScimChange[] => {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (isObject(old) || isObject(now)) {
      const separator = name.startsWith('urn:') ? ':' : '.'
      return changesBetween(isObject(old) ? old : {}, isObject(now) ? now : {}, `${prefix}${name}${separator}`)
    }
    return isEqual(old, now) ? [] : [{ field: prefix + name, before: old, after: now }]
  })
}

/** Whether two values are equal, ignoring the order of members. */
export function isEqual(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isEqual(value, other[index] ?? null))
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].every((name) => isEqual(one[name] ?? null, other[name] ?? null))
  }
  return one === other
}
