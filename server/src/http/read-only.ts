import { isDeepStrictEqual } from 'node:util'
import { problem } from '@steward/contract/errors'

/** Lets a client send back a whole entity that it read: fields it can't change are accepted as they are. @throws invalid_request */
export function refuseOtherValues(sent: object, current: object): void {
  const values = new Map(Object.entries(current))
  const fields = Object.entries(sent)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, values.get(field)))
    .map(([field]) => ({ field, code: 'read_only' }))
  if (fields.length > 0) throw problem('invalid_request', {}, { fields })
}
