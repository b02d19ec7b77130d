import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@steward/contract/http'
import { createResourceGroup, listResourceGroups, manageResourceGroups } from '@steward/contract/resource-groups/endpoints'
import { type ServerProcess, startServer } from '../../server/src/testing/process.ts'
import { signIn } from './api.ts'
import { hundredPackages } from './hundred-packages.ts'

export type SharedProduct = 'RI-DATAADMIN' | 'RI-COD-STN'

const command = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))

/** A server whose demo tenant has a hundred packages in two products. */
export async function startServerWithPackages(): Promise<ServerProcess> {
  const server = await startServer()
  const file = join(await mkdtemp(join(tmpdir(), 'steward-packages-')), 'packages.json')
  await writeFile(file, JSON.stringify(hundredPackages))
  const environment = { ...process.env, STEWARD_DATA_DIR: server.dataDir }
  await promisify(execFile)(process.execPath, [command, 'package', 'set', 'meridian-re', file], { env: environment })
  return server
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
