import { availableParallelism } from 'node:os'
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { problem } from '@steward/contract/errors'
import { type HashCost, HashPool } from './hash-pool.ts'

/**
 * Memory and passes of RFC 9106's second recommended option (section 4); one lane, because a second one would be a second
 * thread of ours and no more work for whoever guesses (adr/010). The library's default algorithm is argon2id.
 */
const currentCost: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
/** Threads that hash, on machines with more cores than this too: each takes 64 MiB while it works. */
const mostThreads = 16
/** So many wait for a thread before others are told to come back: some three seconds. */
const waitingPerThread = 64

/** Hashes and checks passwords, never more at once than leave a core for everything else. */
export interface Hasher {
  readonly concurrency: number
  /** What new hashes cost. */
  readonly cost: HashCost
  /** The argon2id hash of a password, in PHC string form. */
  hash(password: string): Promise<string>
  /** Whether the password is the one hashed; without a hash it takes the same time and answers false. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
  /** Whether the hash was made at another cost than new ones are. */
  isOutdated(passwordHash: string): boolean
  /** Ends its threads. */
  close(): Promise<void>
}

export interface HasherOptions {
  /** Hashes at once. */
  concurrency?: number
  /** Waiting hashes beyond which callers are told to come back. */
  queueLimit?: number
  /** What a hash costs; tests sign in often and take less. */
  cost?: HashCost
}

/** @throws `unavailable` from its functions when too many wait already. */
export function createHasher(options: HasherOptions = {}): Hasher {
  const concurrency = options.concurrency ?? Math.min(Math.max(1, availableParallelism() - 1), mostThreads)
  const queueLimit = options.queueLimit ?? waitingPerThread * concurrency
  const cost = options.cost ?? currentCost
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  const pool = new HashPool(concurrency)
  // A hash of nothing anybody knows, made when first needed.
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
      // A hash of another cost would tell by its time that the account exists. After the right password a new one is made.
      if (!isRight && passwordHash && isOutdated(passwordHash)) await verify(await dummyHash(), password)
      return isRight && passwordHash !== null && passwordHash !== undefined
    },
    isOutdated,
    close: () => pool.close(),
  }
}

/** The argon2id hash of a password, outside the queue: for commands and generated data. */
export const hashPassword = (password: string): Promise<string> => hash(password, currentCost)
