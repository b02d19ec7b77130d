import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '@steward/contract/endpoints'

/** If-Match is optional for clients, but the console always says which version it changes, or `*` where any will do. */

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const versioned = new Set([...endpoints.values()].filter(({ precondition }) => precondition !== undefined).map(({ id }) => id))

/** The arguments of a call, from its opening bracket to the closing one. */
function argumentsAt(source: string, start: number): string {
  let depth = 0
  for (let index = start; index < source.length; index++) {
    if (source[index] === '(') depth++
    if (source[index] === ')' && --depth === 0) return source.slice(start, index + 1)
  }
  return source.slice(start)
}

test('every call of an endpoint that takes a version names one', () => {
  const calls = sources.flatMap(([name, source]) =>
    [...source.matchAll(/\bapi(?:WithEtag)?\((\w+)/g)]
      .filter(([, endpoint]) => endpoint !== undefined && versioned.has(endpoint))
      .map((found) => ({ name, text: argumentsAt(source, found.index + found[0].indexOf('(')) })),
  )
  expect(calls.length).toBeGreaterThan(15)
  expect(calls.filter(({ text }) => !text.includes('ifMatch'))).toEqual([])
})
