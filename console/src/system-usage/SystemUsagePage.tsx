import { Outlet } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { useCan } from '../session/permissions/permissions.ts'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { TabLinks, type TabLink } from '../ui/display/TabLinks.tsx'
import { tabName } from './labels.ts'
import css from './SystemUsage.module.css'

const path = '/monitoring/system-usage'

/** What the company uses of its products (product decisions, "System usage and storage"). The tabs are child routes. */
export function SystemUsagePage() {
  const can = useCan()
  return (
    <>
      <PageHeader title={m.menu_system_usage()} sentence={m.metrics_sentence()} />
      <div className={css.tabs}>
        <TabLinks
          label={m.metrics_tabs()}
          tabs={[
            { label: m.metrics_overview(), link: { to: path, search: true }, exact: true },
            ...systemUsageProducts
              .filter(({ permission }) => can(permission))
              .map((product): TabLink => ({
                label: tabName(product),
                link: { to: `${path}/$app`, params: { app: product.tab }, search: true },
              })),
          ]}
        />
      </div>
      <Outlet />
    </>
  )
}
