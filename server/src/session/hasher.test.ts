import { describe, expect, it } from 'vitest'
import { createHasher, hashPassword } from './hasher.ts'

describe('the hasher', () => {
  it('makes argon2id hashes of 19 MiB, two passes, one lane, and knows others as outdated', async () => {
    const hasher = createHasher()
    const hash = await hasher.hash('Correct-horse-7-battery')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(hasher.isOutdated(hash)).toBe(false)
    expect(hasher.isOutdated(hash.replace('m=19456', 'm=8192'))).toBe(true)
    expect(await hashPassword('Correct-horse-7-battery')).not.toBe(hash)
  })

  it('verifies, and answers no where there is no hash', async () => {
    const hasher = createHasher()
    const hash = await hasher.hash('Correct-horse-7-battery')
    expect(await hasher.verify(hash, 'Correct-horse-7-battery')).toBe(true)
    expect(await hasher.verify(hash, 'Wrong-horse-7-battery')).toBe(false)
    expect(await hasher.verify(null, 'Correct-horse-7-battery')).toBe(false)
    expect(await hasher.verify(undefined, '')).toBe(false)
  })

  it('lets a few wait and turns the rest away', async () => {
    const hasher = createHasher({ concurrency: 1, queueLimit: 2 })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => hasher.hash('Correct-horse-7-battery')))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(results[3]).toMatchObject({ reason: { code: 'unavailable' } })
    await expect(hasher.hash('Correct-horse-7-battery')).resolves.toMatch(/^\$argon2id/)
  })
})
