import { products } from '@steward/contract/catalog/products'

const productNames: ReadonlyMap<string, string> = new Map(products.map(({ productCode, productName }) => [productCode, productName]))

/** The display name of a product; its code if the catalog doesn't have it. */
export const productNameOf = (productCode = ''): string => productNames.get(productCode) ?? productCode
