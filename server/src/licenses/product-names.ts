import { products } from '@steward/contract/catalogue/products'

const productNames: ReadonlyMap<string, string> = new Map(products.map(({ productCode, productName }) => [productCode, productName]))

/** A product as people call it; its code where the catalogue does not know it. */
export const productNameOf = (productCode = ''): string => productNames.get(productCode) ?? productCode
