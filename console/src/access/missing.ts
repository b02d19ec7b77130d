import type { Reason } from '@steward/contract/rules/expression'
import { alternatives, type Remedy } from '@steward/contract/rules/remedies'
import type { Obstacle } from '../ui/display/NoAccessState.tsx'
import type { Fact } from './permissionInputs.ts'

/** What a refused permission lacks: one part of its rule, or several of which all, one or none have to be met. */
export type Missing = { kind: 'fact'; fact: Fact } | { kind: 'all' | 'any' | 'none'; parts: Missing[] }

/** The parts of a rule that aren't met, without repetitions and without ways that a shorter one includes. */
export function missingOf(reason: Reason): Missing {
  switch (reason.kind) {
    case 'all':
      return group('all', reason.parts.filter((part) => !part.granted).map(missingOf))
    case 'any':
      return group('any', reason.parts.map(missingOf))
    case 'permission':
      return missingOf(reason.part)
    case 'not':
      return { kind: 'none', parts: metOf(reason.part) }
    default:
      return { kind: 'fact', fact: reason }
  }
}

/** Below a "not": what is met, and should not be. */
function metOf(reason: Reason): Missing[] {
  switch (reason.kind) {
    case 'all':
    case 'any':
      return reason.parts.filter((part) => part.granted).flatMap(metOf)
    case 'permission':
      return metOf(reason.part)
    case 'not':
      return [missingOf(reason.part)]
    default:
      return [{ kind: 'fact', fact: reason }]
  }
}

function group(kind: 'all' | 'any', found: readonly Missing[]): Missing {
  const flat = found.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const different = flat.filter((part, index) => flat.findIndex((other) => keyOf(other) === keyOf(part)) === index)
  const parts = kind === 'any' ? different.filter((part) => !different.some((other) => isShorter(other, part))) : different
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { kind, parts }
}

const keyOf = (part: Missing): string => JSON.stringify(part)

/** Whether one way needs less than another, and nothing else. */
function isShorter(one: Missing, other: Missing): boolean {
  const [needed, more] = [one, other].map((part) => (part.kind === 'all' ? part.parts : [part]).map(keyOf)) as [string[], string[]]
  return needed.length < more.length && needed.every((key) => more.includes(key))
}

const isOfRoles = ({ kind }: Remedy): boolean => kind === 'grantAction' || kind === 'assignRole' || kind === 'assignAnyRole'

/** What keeps someone from a permission: a role would do, every way needs a license of the tenant, or neither. */
export function obstacleOf(reason: Reason): Obstacle {
  const ways = alternatives(reason)
  if (ways.some((way) => way.every(isOfRoles))) return 'role'
  return ways.length > 0 && ways.every((way) => way.some(({ kind }) => kind === 'licenseProduct')) ? 'license' : 'other'
}
