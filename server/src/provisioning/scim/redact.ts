import { type Json, isObject } from './json.ts'

/** Longer bodies are truncated. */
const longestBody = 65_536
const secretName = /password|secret|token/i
const hidden = '••••'

/** A request body for the log: without secrets, and truncated if too long. */
export function loggedBody(body: unknown): Json | undefined {
  if (body === undefined) return undefined
  const redacted = withoutSecrets(body)
  const text = JSON.stringify(redacted)
  return text.length <= longestBody ? redacted : { truncated: true, start: text.slice(0, longestBody).toWellFormed() }
}

function withoutSecrets(value: unknown): Json {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isObject(value)) return storable(value)
  // The path of a PATCH operation can name the secret.
  const isSecret = typeof value['path'] === 'string' && secretName.test(value['path'])
  const entries = Object.entries(value).map(([name, member]): [string, Json] => [
    String(storable(name)),
    secretName.test(name) || (isSecret && name === 'value') ? hidden : withoutSecrets(member),
  ])
  return Object.fromEntries(entries)
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function storable(value: unknown): Json {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
