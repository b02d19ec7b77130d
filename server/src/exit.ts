import { ConfigError } from './config.ts'
import { AddressError, UnreachableError } from './db/address-error.ts'
import { EngineError } from './db/engine-error.ts'
import { MigrationError } from './db/migrator.ts'
import { SecretsError } from './secrets/secrets.ts'

/**
 * What kept the program from working, as an exit status tells it. 2: settings or database don't fit, and starting again would not help.
 * 1: anything else; `isExplained` where the message says all, so that no stack is needed.
 */
export function exitOf(error: unknown): { status: 1 | 2; isExplained: boolean } {
  const isLasting = [AddressError, ConfigError, EngineError, MigrationError, SecretsError].some((known) => error instanceof known)
  return { status: isLasting ? 2 : 1, isExplained: isLasting || error instanceof UnreachableError }
}
