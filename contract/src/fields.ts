import { z } from 'zod'
import { keyText } from './text.ts'

/** Building blocks for the schemas of all areas. */

/** No parameters, or no query. */
export const none = z.strictObject({})

/** The entities whose ids are used in parameters. The generated tests call every endpoint with another tenant's ids. */
export type EntityKind =
  | 'user'
  | 'username'
  | 'group'
  | 'resourceGroup'
  | 'role'
  | 'apiKey'
  | 'session'
  | 'notification'
  | 'pushSubscription'
  | 'temporaryFile'
  | 'scimToken'
  | 'provisioningEvent'
  | 'tag'
  | 'rateUpload'
  | 'job'
  | 'logStream'
  | 'jobCommand'
  | 'userChange'
  | 'factor'
  | 'factorReset'
  | 'savedView'

/** The UUID of an entity in the caller's tenant. */
export const entityId = (entity: EntityKind) => z.uuid().meta({ entity, example: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44' })

/** An entity identified by something other than its UUID, such as a username. */
export const entityName = (entity: EntityKind) => keyText(320).meta({ entity })

/** A point in time in UTC, ISO 8601. */
export const timestamp = z.iso.datetime().meta({ example: '2026-03-14T09:26:53.589Z' })

/** The moment whose state is read instead of the current one. Without an example, which the API reference would send. */
export const asOf = z.iso.datetime().optional().meta({
  description: 'Read the state at this time, at most 400 days ago. Changes in the same millisecond are included. Versions are 0',
})
export const asOfQuery = z.strictObject({ asOf })

/** A query value that can be given once or repeated (`?include=A&include=B`). */
export const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(50).optional())

/** A boolean in a query string. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true')

/** More than any list has, and within the integers of the database, also when a page is added. */
export const largestOffset = 1_000_000_000

/** Paging as in the specification: 20 per page by default, at most 500. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(500).default(20),
  offset: z.coerce.number().int().min(0).max(largestOffset).default(0),
}

/** `field`, or `-field` for descending, from a fixed list. */
export const sortOf = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`]) as unknown as readonly [F[number] | `-${F[number]}`])

/**
 * A page of a list (second specification file, section 3). `totalCount` is exact for unfiltered lists, and up to 10,000
 * for filtered ones. Beyond that, `totalIsExact` is false and the console shows "more than".
 */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    count: z.number().int().meta({ description: 'Items on this page' }),
    items: z.array(item),
    limit: z.number().int(),
    offset: z.number().int(),
    totalCount: z.number().int(),
    totalIsExact: z.boolean(),
  })
