import { problem } from '@steward/contract/errors'
import type { Principal } from '../http/principal.ts'

/**
 * Checks that a service can report for these products: a token of one product only can for its own.
 * @throws service_product_other
 */
export function checkReportsFor({ productCode: own }: Principal, productCodes: Iterable<string>): void {
  if (own === undefined) return
  for (const productCode of productCodes) {
    if (productCode !== own) throw problem('service_product_other', { own, productCode })
  }
}
