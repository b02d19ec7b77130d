import { derivedPackages } from '@steward/contract/catalog/packages'
import type { ProductCode } from '@steward/contract/catalog/products'
import type { SentPackage } from '@steward/contract/licenses/schemas'

/** The company negotiated packages at every 5 %; its other products have those of the license. */
const products: readonly ProductCode[] = ['RI-RISKMODELER', 'RI-EXPOSUREIQ', 'RI-UNDERWRITEIQ', 'RI-TREATYIQ']

/** The ids that the resource groups of the demo use. */
const knownIds = new Map([
  [100, '1'],
  [25, '2'],
  [50, '3'],
  [75, '4'],
])

export const demoPackages = (): SentPackage[] =>
  products.flatMap((productCode) => {
    const whole = derivedPackages(productCode)[0]?.definitions ?? []
    return Array.from({ length: 20 }, (_, index) => {
      const percent = 5 * (index + 1)
      return {
        productCode,
        resourceGroupPackageId: knownIds.get(percent) ?? `share-${percent}`,
        packageName: percent === 100 ? 'default' : `Share ${percent}`,
        isUncreatable: false,
        definitions: whole.map((one) => ({ ...one, value: Math.max(1, Math.round((one.value * percent) / 100)) })),
      }
    })
  })
