import { m } from '@steward/contract/paraglide/messages'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { useCan } from '../session/permissions/permissions.ts'
import { ItemCards } from '../ui/display/ItemCards.tsx'
import { columnStarts } from '../ui/display/packing.ts'
import { ProductCard } from './ProductCard.tsx'

/** A card for each product that the user can see. Products have one to many metrics. */
export function OverviewTab() {
  const can = useCan()
  const products = systemUsageProducts.filter(({ permission }) => can(permission))
  return (
    <ItemCards label={m.metrics_products()} packed>
      {products.map((product, index) => (
        <ProductCard key={product.tab} product={product} starts={columnStarts(index, products.length)} />
      ))}
    </ItemCards>
  )
}
