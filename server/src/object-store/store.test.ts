import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../config.ts'
import { type TestStorage, startStorage } from '../testing/s3.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { ObjectMissing, openObjectStore } from './store.ts'

let storage: TestStorage

beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

async function open(overrides: Record<string, string> = {}) {
  const { objectStorage } = loadConfig({ ...storage.environment, ...overrides })
  if (!objectStorage) throw new Error('No storage is configured')
  return openObjectStore(objectStorage)
}

async function* piecesOf(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

test.each([
  ['one call', 1_000],
  ['several parts', 21_000_000],
])('writes in %s, and reads ranges', async (_, length) => {
  const store = await open()
  const key = store.keyOf(`some/object-${length}`)
  expect(key).toBe(`steward/some/object-${length}`)
  const content = randomBytes(length)
  await store.write(key, piecesOf(content, 700_000))
  expect(content.equals(await storage.read(key))).toBe(true)
  expect(content.equals(await store.read(key, { offset: 0, bytes: length }))).toBe(true)
  const range = await store.read(key, { offset: length - 300, bytes: 200 })
  expect(content.subarray(length - 300, length - 100).equals(range)).toBe(true)
  await store.remove(key)
  await expect(store.read(key, { offset: 0, bytes: 10 })).rejects.toThrow(ObjectMissing)
})

test('keeps what was there if the content breaks off', async () => {
  const store = await open()
  const key = store.keyOf('kept')
  await store.write(key, piecesOf(Buffer.from('before'), 100))
  async function* breaking() {
    yield randomBytes(9_000_000)
    yield randomBytes(9_000_000)
    throw new Error('no more')
  }
  await expect(store.write(key, breaking())).rejects.toThrow('no more')
  expect(String(await storage.read(key))).toBe('before')
})

test('takes the secret from a file, and fails with another one', async () => {
  const file = join(makeTemporaryDirectory('steward-secret-'), 's3')
  await writeFile(file, 'S3RVER\n')
  const store = await open({ STEWARD_S3_SECRET_KEY: '', STEWARD_S3_SECRET_KEY_FILE: file })
  await store.write(store.keyOf('x'), piecesOf(Buffer.from('x'), 1))
  const other = await open({ STEWARD_S3_SECRET_KEY: 'wrong' })
  await expect(other.write(other.keyOf('x'), piecesOf(Buffer.from('y'), 1))).rejects.toThrow('SignatureDoesNotMatch')
  await expect(open({ STEWARD_S3_SECRET_KEY: '', STEWARD_S3_SECRET_KEY_FILE: '/nowhere/x' })).rejects.toThrow(ConfigError)
})
