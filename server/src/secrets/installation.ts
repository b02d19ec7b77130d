import { type Transaction, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'
import { createCipher } from './cipher.ts'
import {
  type KnownSecrets,
  type SecretName,
  type SecretSettings,
  SecretsError,
  fingerprintsOf,
  readSecrets,
  secretNames,
} from './secrets.ts'

const uses: Record<SecretName, { name: string; loss: string }> = {
  sealing: { name: 'sealing key', loss: 'everyone has to sign in again, and tenants enter their client secrets again' },
  push: { name: 'push key', loss: 'every browser has to subscribe again' },
}

/** What the loss of all secrets means. */
export const lossOfSecrets = secretNames.map((name) => uses[name].loss).join(', and ')

/**
 * The secrets of this installation. The first server records in the database which ones it has; others have to have the same.
 * @throws {SecretsError} if the database was sealed with others
 */
export async function openSecrets(settings: SecretSettings, db: Db): Promise<KnownSecrets> {
  const secrets = await readSecrets(settings)
  const other = await asOwner(db, 'maintenance', async (tx) => {
    const fingerprints = fingerprintsOf(secrets)
    const canRecord = await isSealedBy(tx, secrets)
    if (canRecord) {
      const rows = secretNames.map((name) => ({ secret_name: name, fingerprint: fingerprints[name] }))
      await tx
        .insertInto('installation_secret')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const recorded = await tx.selectFrom('installation_secret').selectAll().execute()
    return secretNames.filter((name) => recorded.find((row) => row.secret_name === name)?.fingerprint !== fingerprints[name])
  })
  if (other.length > 0) throw new SecretsError(other.map((name) => refusal(name, secrets)).join('\n'))
  return secrets
}

/** Whether these can be the secrets of a database that none are recorded for: older versions sealed signing keys without a record. */
async function isSealedBy(tx: Transaction<Database>, { sealing }: KnownSecrets): Promise<boolean> {
  const cipher = createCipher(sealing)
  const keys = await tx.selectFrom('signing_key').select('private_jwk').where('retired_at', 'is', null).execute()
  return keys.length === 0 || keys.some(({ private_jwk: sealed }) => cipher.open(sealed) !== undefined)
}

function refusal(name: SecretName, { sources }: KnownSecrets): string {
  const { name: secret, loss } = uses[name]
  return (
    `The ${secret} in ${sources[name]} isn't the one that this database was set up with. ` +
    `Give this server the secrets of the others (\`steward secrets show\` prints them there). ` +
    `If they are lost, \`steward secrets accept\` continues with the new ones: ${loss}.`
  )
}

/** Makes these the secrets of the installation. Returns those that were others before, and what their loss means. */
export async function acceptSecrets(settings: SecretSettings, db: Db): Promise<{ secret: SecretName; loss: string }[]> {
  const fingerprints = fingerprintsOf(await readSecrets(settings))
  return asOwner(db, 'operator', async (tx) => {
    const recorded = await tx.selectFrom('installation_secret').selectAll().forUpdate().execute()
    const rows = secretNames.map((name) => ({ secret_name: name, fingerprint: fingerprints[name], recorded_at: sql<Date>`now()` }))
    await tx
      .insertInto('installation_secret')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('secret_name').doUpdateSet((eb) => ({
          fingerprint: eb.ref('excluded.fingerprint'),
          recorded_at: eb.ref('excluded.recorded_at'),
        })),
      )
      .execute()
    return recorded
      .filter((row) => fingerprints[row.secret_name as SecretName] !== row.fingerprint)
      .map((row) => ({ secret: row.secret_name as SecretName, loss: uses[row.secret_name as SecretName].loss })) // constrained by the table
  })
}
