import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import webPush from 'web-push'
import { z } from 'zod'
import { derivedKey } from './cipher.ts'

/** The key pair that signs pushes (VAPID, RFC 8292): base64url of the point and of the number, P-256. */
const pushKeySchema = z.strictObject({ publicKey: z.string().length(87), privateKey: z.string().length(43) })
export type PushKey = z.output<typeof pushKeySchema>

const sealingSchema = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32)

const secretsSchema = z.strictObject({ sealing: sealingSchema, push: pushKeySchema })

/** What all servers of an installation share, and the database doesn't hold. */
export interface Secrets {
  /** Seals signing keys and client secrets in the database (AES-256). */
  sealing: Buffer
  /** Browsers subscribe with its public half, and only accept pushes signed with its private half. */
  push: PushKey
}

export type SecretName = keyof Secrets
export const secretNames: readonly SecretName[] = ['sealing', 'push']

/** Secrets that are missing, broken, or not those of the database; the message says which, and what to do. */
export class SecretsError extends Error {
  override name = 'SecretsError'
}

/** Secrets, and for each the setting or file that it is from. */
export interface KnownSecrets extends Secrets {
  sources: Record<SecretName, string>
}

/** Where secrets are configured. */
export interface SecretSettings {
  dataDir: string
  /** The parsed value of STEWARD_SECRETS. */
  secrets: Secrets | undefined
  /** STEWARD_SECRETS_FILE. */
  secretsFile: string | undefined
}

/** The files of secrets that are not configured. */
export const secretFiles = (dataDir: string): Record<SecretName, string> => ({
  sealing: join(dataDir, 'signing-key.secret'),
  push: join(dataDir, 'push-key.secret'),
})

/** The text of secrets, on one line, as settings take it. */
export const formatSecrets = ({ sealing, push }: Secrets): string => JSON.stringify({ sealing: sealing.toString('base64'), push })

/** Secrets from their text; undefined if it isn't one. */
export function parseSecrets(text: string): Secrets | undefined {
  try {
    return secretsSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * The secrets from the settings, or from files in the data directory, which are created if missing (mode 600).
 * @throws {SecretsError} if a file can't be read or has other content
 */
export async function readSecrets({ dataDir, secrets, secretsFile }: SecretSettings): Promise<KnownSecrets> {
  if (secrets) return { ...secrets, sources: { sealing: 'STEWARD_SECRETS', push: 'STEWARD_SECRETS' } }
  if (secretsFile !== undefined) {
    const text = await readFile(secretsFile, 'utf8').catch((error: unknown) => {
      throw new SecretsError(`The file ${secretsFile} of STEWARD_SECRETS_FILE can't be read: ${String(error)}`, { cause: error })
    })
    const read = parseSecrets(text)
    if (!read) throw new SecretsError(`The file ${secretsFile} doesn't have what \`steward secrets show\` prints.`)
    return { ...read, sources: { sealing: secretsFile, push: secretsFile } }
  }
  const sources = secretFiles(dataDir)
  const made = { sealing: () => randomBytes(32).toString('base64'), push: () => JSON.stringify(webPush.generateVAPIDKeys()) }
  const [sealing, push] = await Promise.all([
    readOrMake(sources.sealing, made.sealing, (text) => sealingSchema.parse(text)),
    readOrMake(sources.push, made.push, (text) => pushKeySchema.parse(JSON.parse(text))),
  ])
  return { sealing, push, sources }
}

async function readOrMake<T>(file: string, make: () => string, parse: (text: string) => T): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  try {
    // 'wx' keeps the file of a process that was faster.
    await writeFile(file, `${make()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const text = await readFile(file, 'utf8')
  try {
    return parse(text.trim())
  } catch (error) {
    throw new SecretsError(`${file} has no secret of Steward. Restore the file, or remove it to create a new secret.`, { cause: error })
  }
}

/** Tells secrets apart without revealing them. */
export function fingerprintsOf({ sealing, push }: Secrets): Record<SecretName, string> {
  const short = (data: Buffer | string) => createHash('sha256').update(data).digest('hex').slice(0, 32)
  return { sealing: short(derivedKey(sealing, 'fingerprint')), push: short(push.publicKey) }
}
