import { hash as argon2 } from '@node-rs/argon2'
import { afterAll, describe, expect, it } from 'vitest'
import { type HasherOptions, createHasher, hashPassword } from './hasher.ts'

const password = 'Correct-horse-7-battery'
const cost = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }
const open: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(open.map((hasher) => hasher.close())))

function newHasher(options?: HasherOptions) {
  const hasher = createHasher(options)
  open.push(hasher)
  return hasher
}

describe('the hasher', () => {
  it('makes argon2id hashes of 64 MiB, three passes and one lane, and reports others as outdated', async () => {
    const hasher = newHasher()
    const hash = await hasher.hash(password)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(hasher.isOutdated(hash)).toBe(false)
    expect(hasher.isOutdated(hash.replace('m=65536', 'm=19456'))).toBe(true)
    expect(hasher.isOutdated(await hashPassword(password))).toBe(false)
  })

  it('verifies passwords, and returns false without a hash', async () => {
    const hasher = newHasher({ cost })
    const hash = await hasher.hash(password)
    expect(await hasher.verify(hash, password)).toBe(true)
    expect(await hasher.verify(hash, 'Wrong-horse-7-battery')).toBe(false)
    expect(await hasher.verify(null, password)).toBe(false)
    expect(await hasher.verify(undefined, '')).toBe(false)
  })

  it('verifies hashes made at another cost', async () => {
    const hasher = newHasher({ cost })
    const old = await argon2(password, { memoryCost: 2_048, timeCost: 2, parallelism: 1 })
    expect(await hasher.verify(old, password)).toBe(true)
    expect(await hasher.verify(old, 'Wrong-horse-7-battery')).toBe(false)
  })

  it('queues a few callers and rejects the rest', async () => {
    const hasher = newHasher({ concurrency: 1, queueLimit: 2, cost })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => hasher.hash(password)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(results[3]).toMatchObject({ reason: { code: 'unavailable' } })
    await expect(hasher.hash(password)).resolves.toMatch(/^\$argon2id/)
  })

  it('fails for an invalid hash and for jobs running at close, then starts a new thread', async () => {
    // Full cost, so that the pool closes before the hash is done.
    const hasher = newHasher({ concurrency: 1 })
    await expect(hasher.verify('not a hash', password)).rejects.toThrow('Decoding failed')
    const given = hasher.hash(password)
    await Promise.all([expect(given).rejects.toThrow('has ended'), hasher.close()])
    await expect(hasher.hash(password)).resolves.toMatch(/^\$argon2id/)
  })
})
