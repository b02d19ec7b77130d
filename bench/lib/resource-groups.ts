import { fileURLToPath } from 'node:url'
import { createClient } from '@steward/contract/http'
import { createResourceGroup, listResourceGroups, manageResourceGroups } from '@steward/contract/resource-groups/endpoints'
import { type ServerProcess, startServer } from '../../server/src/testing/process.ts'
import { signIn } from './api.ts'

export type SharedProduct = 'RI-DATAADMIN' | 'RI-COD-STN'

/** A server whose catalogue has a hundred packages in two products. */
export function startServerWithPackages(): Promise<ServerProcess> {
  const packages = fileURLToPath(new URL('hundred-packages.ts', import.meta.url))
  return startServer({ environment: { NODE_OPTIONS: `--import ${packages}` } })
}

/** Makes calls as the demo's administrator. */
export async function administrator({ url, credentials }: ServerProcess): Promise<ReturnType<typeof createClient>> {
  const token = await signIn(url, credentials)
  return createClient({ baseUrl: url, fetch: (...args) => fetch(...args), headers: () => ({ authorization: `Bearer ${token}` }) })
}

export type Call = Awaited<ReturnType<typeof administrator>>

/** Adds this many resource groups to a product, each with the package from `packageOf`. Returns their ids. */
export async function addResourceGroups(
  call: Call,
  productCode: SharedProduct,
  count: number,
  packageOf: (index: number) => string,
): Promise<string[]> {
  const params = { productCode }
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { data } = await call(createResourceGroup, { params, body: { name: `Resource group ${String(index + 1).padStart(4, '0')}` } })
    ids.push(data.resourceGroupId)
  }
  const { etag } = await call(listResourceGroups, { params })
  const body = ids.map((resourceGroupId, index) => ({ default: index === 0, resourceGroupId, resourceGroupPackageId: packageOf(index) }))
  await call(manageResourceGroups, { params, body, ifMatch: etag })
  return ids
}
