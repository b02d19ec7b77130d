import type { Preview } from '@steward/contract/changes/schemas'

/** Tables with counts of requests, which the server itself writes. */
export const countedBeside = ['api_usage', 'api_failure', '_private_jobs']

const anyId = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g

/**
 * What a preview or a change says of the records. Ids and key prefixes of new records differ from call to call: only ids
 * that occur in `known` are kept.
 */
export function partsWithoutNewIds({ parts }: Pick<Preview, 'parts'>, known: unknown): unknown {
  const kept = new Set(JSON.stringify(known).match(anyId))
  return JSON.parse(
    JSON.stringify(parts.map(({ entity: _entity, person: _person, ...part }) => part))
      .replace(anyId, (id) => (kept.has(id) ? id : 'new'))
      .replace(/stw_key_\w+/g, 'stw_key_new'),
  )
}
