import { m } from '@steward/contract/paraglide/messages'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { useCan } from '../session/permissions/permissions.ts'
import { ItemCards } from '../ui/display/ItemCards.tsx'
import { ProductCard } from './ProductCard.tsx'
import css from './SystemUsage.module.css'

/** A card for each product that the user can see. */
export function OverviewTab() {
  const can = useCan()
  return (
    <div className={css.cards}>
      <ItemCards label={m.metrics_products()}>
        {systemUsageProducts
          .filter(({ permission }) => can(permission))
          .map((product) => (
            <ProductCard key={product.tab} product={product} />
          ))}
      </ItemCards>
    </div>
  )
}
