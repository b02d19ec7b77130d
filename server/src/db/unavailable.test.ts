import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable, isDiskFull } from './unavailable.ts'

test.each([
  ['the engine shuts down', { code: '57P01' }],
  ['the engine starts', { code: '57P03' }],
  ['there is no connection left', { code: '53300' }],
  ['nothing listens', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ['its machine is gone', { code: 'EHOSTUNREACH', syscall: 'connect' }],
  ['its name is unknown for a moment', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
  ['the connection broke', new Error('Connection terminated unexpectedly')],
  ['no connection could be made in time', new Error('timeout exceeded when trying to connect')],
])('the database is unavailable: %s', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a wrong statement', { code: '42601' }],
  ['a missing file', { code: 'ENOENT', syscall: 'open' }],
  ['an error of the program', new TypeError('x is not a function')],
  ['nothing', undefined],
])('other errors say nothing about the database: %s', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
  expect(isDiskFull(error)).toBe(false)
})

test('the socket of an engine that does not run', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'steward-'))
  const client = new pg.Client({ host: directory, port: 5432 })
  const error: unknown = await client.connect().catch((caught: unknown) => caught)
  expect(isDatabaseUnavailable(error)).toBe(true)
  await rm(directory, { recursive: true })
})
