import fc from 'fast-check'
import type { Operation, Parameter, Schema } from './document.ts'
import { type Source, anything, nastyText, spoiled, valueOf } from './values.ts'

/** A request to an operation of the document. */
export interface FuzzRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}

/** Requests as the document describes them. */
export const validRequests = (source: Source, operation: Operation): fc.Arbitrary<FuzzRequest> =>
  requests(
    operation,
    parametersOf(source, operation),
    bodyOf(source, operation, (value) => value),
  )

/** Requests that differ from the document in a parameter, the body or its type. */
export function invalidRequests(source: Source, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const parameters = parametersOf(source, operation)
  const body = bodyOf(source, operation, (value) => value)
  const spoiledParameters = fc.tuple(parameters, fc.nat(), fc.oneof(nastyText, anything)).map(([given, place, other]) => {
    const names = Object.keys(given)
    const name = names.length === 0 ? 'query unheardOf' : names[place % names.length]
    return name === undefined ? given : { ...given, [name]: other }
  })
  const otherBody = fc.oneof(
    bodyOf(source, operation, spoiled),
    fc.constantFrom<Body>(
      { type: 'application/json', text: '{"a":' },
      { type: 'application/json', text: '' },
      { type: 'application/json', text: '[]' },
      { type: 'application/xml', text: '<a/>' },
      { type: 'multipart/form-data; boundary=x', text: '--y' },
      { type: 'text/csv', text: 'a,b\n"' },
      undefined,
    ),
  )
  return operation.requestBody
    ? fc.oneof(requests(operation, spoiledParameters, body), requests(operation, parameters, otherBody))
    : requests(operation, spoiledParameters, body)
}

/** The parameters and the body that the document gives as examples. */
export function exampleRequest({ path, method, parameters = [], requestBody }: Operation): FuzzRequest {
  const given = parameters.flatMap((parameter) => (parameter.example === undefined ? [] : [[keyOf(parameter), parameter.example] as const]))
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return toRequest({ path, method }, Object.fromEntries(given), type === undefined ? undefined : encode(type, media?.example))
}

type Body = { type: string; text: string } | undefined
type Given = Record<string, unknown>

const keyOf = ({ in: where, name }: Parameter): string => `${where} ${name}`

function parametersOf(source: Source, { parameters = [] }: Operation): fc.Arbitrary<Given> {
  const values = Object.fromEntries(parameters.map((parameter) => [keyOf(parameter), parameterValue(source, parameter)]))
  return fc.record(values, { requiredKeys: parameters.filter(({ required }) => required).map(keyOf) })
}

function parameterValue(source: Source, { name, in: where, schema }: Parameter): fc.Arbitrary<unknown> {
  // How long to wait for news.
  if (name === 'wait') return fc.constantFrom(0, -1, 'x')
  return where === 'header' && name === 'If-Match' ? fc.constantFrom('*', '*', '*', '"1"', '"2"', 'W/"1"') : valueOf(source, schema, name)
}

function bodyOf(
  source: Source,
  { requestBody }: Operation,
  change: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Body> {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return fc.constant(undefined)
  if (type === 'text/csv') return csvOf(media.example).map((text) => ({ type, text }))
  const value = valueOf(source, media.schema as Schema)
  const often =
    media.example === undefined ? value : fc.oneof({ arbitrary: value, weight: 3 }, { arbitrary: fc.constant(media.example), weight: 1 })
  return change(often).map((one) => encode(type, one))
}

const csvOf = (example: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(String(example ?? 'a,b\n1,2\n')),
    fc.array(fc.array(nastyText, { maxLength: 4 }), { maxLength: 4 }).map((rows) => rows.map((row) => row.join(',')).join('\n')),
  )

const boundary = 'fuzz'

function encode(type: string, value: unknown): Body {
  if (type === 'text/csv') return { type, text: String(value ?? '') }
  if (type !== 'multipart/form-data') return { type, text: JSON.stringify(value ?? null) }
  const members = Object.entries(typeof value === 'object' && value !== null ? value : {})
  // A file comes after the fields.
  const fields = [...members.filter(([name]) => name !== 'file'), ...members.filter(([name]) => name === 'file')].map(([name, field]) => {
    const file = name === 'file' || name === 'screenshot' ? '; filename="a.csv"\r\nContent-Type: text/csv' : ''
    const text = typeof field === 'string' ? field : JSON.stringify(field)
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n\0]/g, '_')}"${file}\r\n\r\n${text}\r\n`
  })
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${fields.join('')}--${boundary}--\r\n` }
}

const requests = ({ path, method }: Operation, parameters: fc.Arbitrary<Given>, body: fc.Arbitrary<Body>): fc.Arbitrary<FuzzRequest> =>
  fc.tuple(parameters, body).map(([given, sent]) => toRequest({ path, method }, given, sent))

function toRequest({ path, method }: { path: string; method: string }, given: Given, body: Body): FuzzRequest {
  const segment = (name: string): string => {
    const text = encodeURIComponent(textOf(given[`path ${name}`] ?? 'x').toWellFormed())
      .slice(0, 300)
      .replace(/%.?$/, '')
    // These are resolved before the address is looked up.
    return ['', '.', '..'].includes(text) ? 'x' : text
  }
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const [key, value] of Object.entries(given)) {
    const [where, name = ''] = key.split(' ')
    if (where === 'query') for (const one of Array.isArray(value) ? value : [value]) query.append(name, textOf(one).toWellFormed())
    if (where === 'header') headers[name.toLowerCase()] = textOf(value).replace(/[^\x20-\x7e]/g, '')
  }
  const search = query.toString()
  return {
    method: method.toUpperCase(),
    url: path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name)) + (search === '' ? '' : `?${search}`),
    headers: { ...headers, ...(body ? { 'content-type': body.type } : {}) },
    ...(body ? { payload: body.text } : {}),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
