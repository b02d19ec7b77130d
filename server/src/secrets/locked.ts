import { randomBytes, scrypt } from 'node:crypto'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createCipher } from './cipher.ts'
import {
  type SecretName,
  type Secrets,
  type SecretSettings,
  SecretsError,
  fingerprintsOf,
  formatSecrets,
  parseSecrets,
  readSecrets,
  secretFiles,
  secretNames,
} from './secrets.ts'

/** Secrets as a backup holds them: sealed by a key that is derived from a passphrase (scrypt, RFC 7914). */
export interface LockedSecrets {
  /** Base64. */
  salt: string
  sealed: unknown
}

/** 128 MiB and about half a second, once for a backup: what a guess costs, too. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const context = 'backup'

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)
const cipherOf = async (passphrase: string, salt: Buffer) => createCipher(await derive(passphrase.normalize('NFC'), salt, 32, cost))

export async function lockSecrets(secrets: Secrets, passphrase: string): Promise<LockedSecrets> {
  const salt = randomBytes(16)
  return { salt: salt.toString('base64'), sealed: (await cipherOf(passphrase, salt)).seal(formatSecrets(secrets), context) }
}

/** The secrets; undefined if the passphrase is another one. */
async function unlockSecrets({ salt, sealed }: LockedSecrets, passphrase: string): Promise<Secrets | undefined> {
  const text = (await cipherOf(passphrase, Buffer.from(salt, 'base64'))).open(sealed, context)
  return typeof text === 'string' ? parseSecrets(text) : undefined
}

/**
 * Finds out whether the secrets of a backup can come back here, before anything is changed.
 * @returns what writes them into the data directory; it has nothing to do if the server has them already
 * @throws {SecretsError} if the passphrase is another one, or the server has other secrets
 */
export async function returningSecrets(locked: LockedSecrets, passphrase: string, settings: SecretSettings): Promise<() => Promise<void>> {
  const secrets = await unlockSecrets(locked, passphrase)
  if (!secrets) throw new SecretsError("STEWARD_BACKUP_PASSPHRASE isn't the passphrase of this backup.")
  const files = secretFiles(settings.dataDir)
  const isNew = !settings.secrets && settings.secretsFile === undefined && !(await anyExists(Object.values(files)))
  if (isNew) return () => writeSecrets(secrets, settings.dataDir)
  const known = await readSecrets(settings)
  const [own, kept] = [fingerprintsOf(known), fingerprintsOf(secrets)]
  const others = secretNames.filter((name) => own[name] !== kept[name]).map((name) => known.sources[name])
  if (others.length === 0) return async () => undefined
  throw new SecretsError(
    `The backup has other secrets than ${[...new Set(others)].join(' and ')}. Restore into a new STEWARD_DATA_DIR, without STEWARD_SECRETS and STEWARD_SECRETS_FILE.`,
  )
}

async function writeSecrets({ sealing, push }: Secrets, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const files = secretFiles(dataDir)
  const texts: Record<SecretName, string> = { sealing: sealing.toString('base64'), push: JSON.stringify(push) }
  for (const name of secretNames) await writeFile(files[name], `${texts[name]}\n`, { mode: 0o600, flag: 'wx' })
}

async function anyExists(files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}
