import { Agent, request } from 'node:http'
import { pino } from 'pino'
import { loadConfig } from '../../server/src/config.ts'
import { asOwner, operator } from '../../server/src/db/tenant.ts'
import { openProgram } from '../../server/src/program.ts'
import { mintPlatformToken } from '../../server/src/secrets/platform-token.ts'
import { createTenant } from '../../server/src/tenants/service.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface ScimAnswer {
  status: number
  // The bench reads ids and statuses from responses of any shape.
  body: { id?: string; Operations?: { status: string; bulkId?: string; location?: string }[]; Resources?: { id: string }[] } | undefined
}

/** Sends one SCIM request over a keep-alive connection; fails on anything but success. */
export function sendScim(url: string, token: string, method: string, path: string, body?: object): Promise<ScimAnswer> {
  const payload = body && JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload ? { 'content-type': 'application/scim+json', 'content-length': Buffer.byteLength(payload) } : {}),
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/scim/v2${path}`, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = response.statusCode ?? 0
        if (status >= 400) reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`))
        else resolve({ status, body: text === '' ? undefined : (JSON.parse(text) as ScimAnswer['body']) })
      })
    })
    sent.once('error', reject).end(payload)
  })
}

/** Creates a data directory with empty tenants for a provider to fill. Returns a token for each. */
export async function prepareProvisioned(dataDir: string, count: number): Promise<string[]> {
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  try {
    const tokens: string[] = []
    for (let index = 0; index < count; index++) {
      const tenantName = `provisioned-${index + 1}`
      const token = await asOwner(
        program.db,
        'operator',
        async (tx) => {
          const { tenantId } = await createTenant(tx, {
            tenantName,
            displayName: tenantName,
            administrator: { email: `admin@${tenantName}.example`, givenName: 'Ada', familyName: 'Admin' },
          })
          const minted = mintPlatformToken('scim', tenantId)
          await tx.insertInto('federation_config').values({ tenant_id: tenantId, state: 'ACTIVE' }).execute()
          await tx
            .insertInto('scim_token')
            .values({
              tenant_id: tenantId,
              token_name: 'Bench',
              token_prefix: minted.prefix,
              token_digest: minted.digest,
              is_dry_run: false,
              created_by_name: 'bench',
            })
            .execute()
          return minted.text
        },
        { actor: operator },
      )
      tokens.push(token)
    }
    return tokens
  } finally {
    await program.close()
  }
}
