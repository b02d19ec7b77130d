import { createClient } from '@steward/contract/http'
import { steward } from './operator.ts'
import { testServer } from './server.ts'
import { unique } from './unique.ts'

/** Makes calls as a platform service, with a token that the operator created for all tenants; jobs and metrics are of one product. */
export async function serviceCall(...scope: ['entitlements'] | ['jobs' | 'metrics', string]): Promise<ReturnType<typeof createClient>> {
  const [name, productCode] = scope
  const product = productCode === undefined ? [] : ['--product', productCode]
  const made = await steward(['service-token', 'create', unique('e2e '), '--all-tenants', '--scope', name, ...product, '--json'])
  const { token } = JSON.parse(made) as { token: string } // the command's answer
  return createClient({
    baseUrl: testServer().url,
    fetch: (...args) => fetch(...args),
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
}

/** The time this many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
