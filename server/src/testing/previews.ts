import type { Preview } from '@steward/contract/changes/schemas'

/** Tables with counts of requests, which the server itself writes. */
export const countedBeside = ['api_usage', 'api_failure', '_private_jobs']

const anyTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g
const dayMs = 86_400_000
const closeMs = 600_000
/** At this time of any day: now, or a number of days from now. */
function isReckonedFromNow(time: string): boolean {
  const apartMs = Math.abs(Date.now() - Date.parse(time)) % dayMs
  return apartMs < closeMs || apartMs > dayMs - closeMs
}
const anyId = /[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g
const anyDigest = /\b[\da-f]{64}\b/g

/**
 * What a preview or a change says of the records. Ids, key prefixes and times of new records differ from call to call: only ids
 * that occur in `known` are kept.
 */
export function partsWithoutNewIds({ parts }: Pick<Preview, 'parts'>, known: unknown): unknown {
  const kept = new Set(JSON.stringify(known).match(anyId))
  return JSON.parse(
    JSON.stringify(parts.map(({ entity: _entity, person: _person, ...part }) => part))
      .replace(anyId, (id) => (kept.has(id) ? id : 'new'))
      .replace(anyTime, (time) => (isReckonedFromNow(time) ? 'now' : time))
      .replace(anyDigest, 'digest')
      .replace(/stw_key_\w+/g, 'stw_key_new'),
  )
}
