import fc from 'fast-check'
import { type OpenApiDocument, type Schema, resolve } from './document.ts'

/** Values for the schemas of the document: as it describes them, or not. */

/** Names and ids that earlier answers had, by the name of their member. */
export type Pool = Map<string, Set<string>>

export interface Source {
  document: OpenApiDocument
  pool: Pool
}

const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202Egnp.exe',
  'a\u200Bb',
  '\u2028',
  'Zoe\u0308',
  '🧑‍🚀',
  "'; drop table app_user; --",
  '%',
  '%00',
  '../../etc/passwd',
  '=1+1',
  '|calc',
  '__proto__',
  'constructor',
  '{}',
  'null',
  'true',
  '-1',
  '1e999',
  'NaN',
  '9007199254740993',
  '2147483648',
  '0000-00-00',
  '2026-02-30T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  'a'.repeat(300),
  'https://[::1',
  'http://169.254.169.254/latest/meta-data',
  'x@y',
] as const

export const nastyText = fc.oneof(fc.constantFrom<string>(...nastyTexts), fc.string({ unit: 'binary', maxLength: 12 }))

const nastyNumbers = [-1, -0, 0.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, 1e-7]

/** Anything that JSON can carry. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], { a: { b: {} } }, ...nastyNumbers),
  fc.jsonValue({ maxDepth: 2 }),
)

const uuid = fc.uuid({ version: [4, 7] })

/** A name or id of something that exists, most often. */
function known({ pool }: Source, name: string, others: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const members = aliases[name] ?? [name, name.replace(/s$/, '')]
  return fc.tuple(fc.nat(), others, fc.nat(9)).map(([index, other, chance]) => {
    const values = members.flatMap((member) => [...(pool.get(member) ?? [])])
    return values.length === 0 || chance === 0 ? other : values[index % values.length]
  })
}

/** Members whose values are called otherwise where they are used. */
const aliases: Record<string, string[]> = {
  key: ['apiKeyId', 'apiKeyName'],
  groups: ['groupId'],
  rgId: ['resourceGroupId'],
  uploadId: ['rateUploadId', 'uploadId'],
  usernames: ['username'],
  targetingKey: ['userId'],
  levelId: ['userId', 'tenantId'],
}

const texts: Record<string, fc.Arbitrary<string>> = {
  uuid,
  email: fc
    .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/))
    .map(([name, domain]) => `${name}@${domain}.example`),
  'date-time': fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uri: fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `http://127.0.0.1:9/${name}`),
}

/** A value that a schema describes, or one of its examples. The name is that of the member or parameter. */
export function valueOf(source: Source, schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const described = describedBy(source, schema, name)
  const { examples } = schema
  return Array.isArray(examples) && examples.length > 0 ? fc.oneof(described, fc.constantFrom<unknown>(...examples)) : described
}

function describedBy(source: Source, schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf, type, enum: values } = schema
  if (typeof $ref === 'string') return valueOf(source, resolve<Schema>(source.document, $ref), name)
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values)
  const options = anyOf ?? oneOf
  if (isSchemas(options)) return fc.oneof(...options.map((option) => valueOf(source, option, name)))
  if (isSchemas(allOf)) return valueOf(source, Object.assign({}, ...allOf) as Schema, name)
  switch (type) {
    case 'string':
      return known(source, name, textOf(schema))
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listOf(source, schema, name)
    case 'object':
      return objectOf(source, schema)
    default:
      return anything
  }
}

function textOf({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const formatted = typeof format === 'string' ? texts[format] : undefined
  if (formatted) return formatted
  if (typeof pattern === 'string') return matching(pattern)
  const least = typeof minLength === 'number' ? minLength : 0
  const most = Math.max(least, Math.min(typeof maxLength === 'number' ? maxLength : 40, 40))
  return fc.string({ unit: fc.constantFrom(...'abcXYZ019 _-äß東🙂'), minLength: least, maxLength: most })
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    // Lookaheads and the like, which cannot be generated.
    return fc.string({ maxLength: 20 })
  }
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -1000
  const most = typeof maximum === 'number' ? maximum : Math.max(least, 1_000_000)
  const inside =
    type === 'integer'
      ? fc.integer({ min: least, max: Math.min(most, Number.MAX_SAFE_INTEGER) })
      : fc.double({ min: least, max: most, noNaN: true })
  return fc.oneof(inside, fc.constantFrom(least, most))
}

function listOf(source: Source, { items, minItems, maxItems }: Schema, name: string): fc.Arbitrary<unknown[]> {
  const least = typeof minItems === 'number' ? minItems : 0
  const most = Math.max(least, Math.min(typeof maxItems === 'number' ? maxItems : 3, 3))
  return fc.array(valueOf(source, isSchema(items) ? items : {}, name), { minLength: least, maxLength: most })
}

function objectOf(source: Source, { properties, required, additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(isSchema(properties) ? properties : {}).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
  const needed = new Set(Array.isArray(required) ? required : [])
  const record = fc.record(Object.fromEntries(members.map(([name, schema]) => [name, valueOf(source, schema, name)])), {
    requiredKeys: members.map(([name]) => name).filter((name) => needed.has(name)),
  })
  if (!isSchema(additionalProperties)) return record
  const more = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), valueOf(source, additionalProperties), { maxKeys: 3 })
  return fc.tuple(record, more).map(([fixed, others]) => ({ ...others, ...fixed }))
}

/** The value with one of its parts replaced, left out or added. */
export const spoiled = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(value, fc.nat(), anything, fc.constantFrom('replace', 'drop', 'add')).map(([whole, place, other, how]) => {
    const places = placesOf(whole)
    return spoil(whole, places[place % places.length] ?? [], other, how)
  })

type Place = readonly (string | number)[]

function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  return [
    place,
    ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...place, Array.isArray(value) ? Number(name) : name])),
  ]
}

function spoil(value: unknown, [name, ...rest]: Place, other: unknown, how: string): unknown {
  if (name === undefined)
    return how === 'add' && typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, unheardOf: other } : other
  if (Array.isArray(value)) return value.map((member, index) => (index === name ? spoil(member, rest, other, how) : member))
  if (typeof value !== 'object' || value === null) return other
  if (rest.length === 0 && how === 'drop') return Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, member === name ? spoil(inner, rest, other, how) : inner]),
  )
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)
const isSchemas = (value: unknown): value is Schema[] => Array.isArray(value) && value.length > 0 && value.every(isSchema)

/** Adds the names and ids of an answer to the pool; each member keeps its latest. Only in SCIM a bare `id` identifies one kind of thing. */
export function remember(pool: Pool, answer: unknown, isScim = false): void {
  if (typeof answer !== 'object' || answer === null) return
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'object') remember(pool, value, isScim)
    else if (
      typeof value === 'string' &&
      value !== '' &&
      value.length <= 100 &&
      (isScim || name !== 'id') &&
      /(?:id|name|code|key|vintage|domain|fingerprint|cursor)$/i.test(name)
    ) {
      const values = pool.get(name) ?? new Set()
      values.delete(value)
      values.add(value)
      const [oldest] = values
      if (values.size > 12 && oldest !== undefined) values.delete(oldest)
      pool.set(name, values)
    }
  }
}
