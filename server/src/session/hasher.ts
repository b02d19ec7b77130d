import { availableParallelism } from 'node:os'
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { problem } from '@steward/contract/errors'

/** OWASP's first choice for argon2id; the library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentForm = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** Hashes and checks passwords, never more at once than leave a core for everything else. */
export interface Hasher {
  readonly concurrency: number
  /** The argon2id hash of a password, in PHC string form. */
  hash(password: string): Promise<string>
  /** Whether the password is the one hashed; without a hash it takes the same time and answers false. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
  /** Whether the hash was made with other parameters than new ones are. */
  isOutdated(passwordHash: string): boolean
}

export interface HasherOptions {
  /** Hashes at once; libuv's pool also serves files and name lookups. */
  concurrency?: number
  /** Waiting hashes beyond which callers are told to come back. */
  queueLimit?: number
}

/** @throws `unavailable` from its functions when too many wait already. */
export function createHasher(options: HasherOptions = {}): Hasher {
  const concurrency = options.concurrency ?? Math.max(1, availableParallelism() - 1)
  const queueLimit = options.queueLimit ?? 256 * concurrency
  const waiting: (() => void)[] = []
  let running = 0
  // A hash of nothing anybody knows, made when first needed.
  let dummy: Promise<string> | undefined

  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) throw problem('unavailable', { retryAfterSeconds: 2 })
      await new Promise<void>((resume) => void waiting.push(resume))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot goes from hand to hand; it is free when nobody waits.
      if (next) next()
      else running--
    }
  }

  return {
    concurrency,
    hash: (password) => limited(() => hash(password, parameters)),
    async verify(passwordHash, password) {
      dummy ??= hash(randomBytes(32), parameters)
      const known = passwordHash ?? (await dummy)
      const matches = await limited(() => verify(known, password))
      return matches && passwordHash !== null && passwordHash !== undefined
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(currentForm),
  }
}

/** The argon2id hash of a password, outside the queue: for commands and generated data. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters)
