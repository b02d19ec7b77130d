import { availableParallelism } from 'node:os'
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { problem } from '@steward/contract/errors'
import { type HashCost, HashPool } from './hash-pool.ts'

/**
 * Memory and passes of RFC 9106's second recommended option (section 4). One lane, because a second lane would cost us another
 * thread without costing an attacker more work (adr/010). The library's default algorithm is argon2id.
 */
const currentCost: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
/** The most hashing threads, however many cores there are: each uses 64 MiB while it works. */
const mostThreads = 16
/** Queue limit per thread, about three seconds of work; callers beyond it are asked to retry. */
const waitingPerThread = 64

/** Hashes and checks passwords, always leaving one core for other work. */
export interface Hasher {
  readonly concurrency: number
  /** The cost of new hashes. */
  readonly cost: HashCost
  /** The argon2id hash of a password, in PHC string form. */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Without a hash it takes the same time and returns false. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
  /** Whether the hash was made at a different cost than new ones. */
  isOutdated(passwordHash: string): boolean
  /** Ends the threads. */
  close(): Promise<void>
}

export interface HasherOptions {
  /** Concurrent hashes. */
  concurrency?: number
  /** Queue length beyond which callers are asked to retry. */
  queueLimit?: number
  /** The cost of a hash; tests sign in often and use a lower one. */
  cost?: HashCost
}

/** @throws `unavailable` from its functions when the queue is full. */
export function createHasher(options: HasherOptions = {}): Hasher {
  const concurrency = options.concurrency ?? Math.min(Math.max(1, availableParallelism() - 1), mostThreads)
  const queueLimit = options.queueLimit ?? waitingPerThread * concurrency
  const cost = options.cost ?? currentCost
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  const pool = new HashPool(concurrency)
  // The hash of a random password, created on first use.
  let dummy: Promise<string> | undefined

  const isOutdated = (passwordHash: string) => !passwordHash.startsWith(currentForm)

  function mustHaveRoom(): void {
    if (pool.length >= concurrency + queueLimit) throw problem('unavailable', { retryAfterSeconds: 2 })
  }

  async function make(password: string | Uint8Array): Promise<string> {
    return String(await pool.run({ kind: 'hash', password, cost }))
  }

  function dummyHash(): Promise<string> {
    dummy ??= make(randomBytes(32)).catch((error: unknown) => {
      dummy = undefined
      throw error
    })
    return dummy
  }

  async function verify(known: string, password: string): Promise<boolean> {
    return (await pool.run({ kind: 'verify', password, hash: known })) === true
  }

  return {
    concurrency,
    cost,
    async hash(password) {
      mustHaveRoom()
      return make(password)
    },
    async verify(passwordHash, password) {
      mustHaveRoom()
      const isRight = await verify(passwordHash ?? (await dummyHash()), password)
      // The different timing of another cost would reveal that the account exists. A correct password is hashed again.
      if (!isRight && passwordHash && isOutdated(passwordHash)) await verify(await dummyHash(), password)
      return isRight && passwordHash !== null && passwordHash !== undefined
    },
    isOutdated,
    close: () => pool.close(),
  }
}

/** The argon2id hash of a password, bypassing the queue: for commands and generated data. */
export const hashPassword = (password: string): Promise<string> => hash(password, currentCost)
