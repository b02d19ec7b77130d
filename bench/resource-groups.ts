import { listResourceGroupPackages, listResourceGroups, manageResourceGroups } from '@steward/contract/resource-groups/endpoints'
import { removeData } from '../server/src/testing/process.ts'
import { median, ms, percentile, timed, times } from './lib/measure.ts'
import { addResourceGroups, administrator, type Call, type SharedProduct, startServerWithPackages } from './lib/resource-groups.ts'
import type { Section } from './lib/results.ts'

const few = 10
const many = 1_000
const rounds = 100
const warmUps = 10

interface Product {
  productCode: SharedProduct
  ids: readonly string[]
  times: Record<Work, number[]>
}
type Work = 'list' | 'packages' | 'manage'

/** Lists and allocates a product with ten resource groups and one with a thousand, alternating; both have a hundred packages. */
export async function measure(): Promise<Section> {
  const server = await startServerWithPackages()
  try {
    const call = await administrator(server)
    const products: Product[] = []
    for (const [productCode, count] of [
      ['RI-COD-STN', few],
      ['RI-DATAADMIN', many],
    ] as const) {
      // Ten with one percent each; the others have none.
      const ids = await addResourceGroups(call, productCode, count, (index) => (index < few ? '1' : '0'))
      products.push({ productCode, ids, times: { list: [], packages: [], manage: [] } })
    }
    for (let round = -warmUps; round < rounds; round++) for (const product of products) await measureOnce(call, product, round)
    return section(products)
  } finally {
    await server.stop()
    removeData(server)
  }
}

async function measureOnce(call: Call, { productCode, ids, times: samples }: Product, round: number): Promise<void> {
  const params = { productCode }
  const keep = (work: Work, spent: number) => round >= 0 && samples[work].push(spent)
  let etag: string | undefined
  const list = await timed(async () => (etag = (await call(listResourceGroups, { params })).etag))
  keep('list', list)
  keep('packages', await timed(() => call(listResourceGroupPackages, { params })))
  // Two groups change their packages each time; the list names all of them.
  const body = ids.map((resourceGroupId, index) => ({
    default: index === 0,
    resourceGroupId,
    resourceGroupPackageId: index === Math.abs(round) % few ? String(2 + (Math.abs(round) % 20)) : index < few ? '1' : '0',
  }))
  keep('manage', await timed(() => call(manageResourceGroups, { params, body, ifMatch: etag })))
}

function section(products: readonly Product[]): Section {
  const labels: Record<Work, string> = {
    list: 'list',
    packages: 'packages',
    manage: 'reallocate, all listed, two changed',
  }
  // A hundred times the rows, but the same hundred packages.
  const goals: Partial<Record<Work, number>> = { list: 20, manage: 20 }
  return {
    title: 'Resource groups of a product',
    how: `p50 / p95 over HTTP at ${few} · ${many} resource groups and 100 packages, ${rounds} requests each, alternating; then the ratio of larger to smaller, whose response has a hundredth of the rows`,
    figures: (['list', 'packages', 'manage'] as const).map((work) => {
      const [small = [], large = []] = products.map((product) => product.times[work])
      const both = [small, large].map((of) => `${ms(median(of))} / ${ms(percentile(of, 0.95))}`).join(' · ')
      const ratio = median(large) / median(small)
      const goal = goals[work]
      return {
        what: labels[work],
        measured: `${both} → ${times(ratio)} / ${times(percentile(large, 0.95) / percentile(small, 0.95))}`,
        ...(goal === undefined ? {} : { goal: `p50 ≤ ${goal}×`, met: ratio <= goal }),
      }
    }),
  }
}
