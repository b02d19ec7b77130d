import { linkOptions, Outlet } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { shownMoment } from '../api/moment.ts'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { DataTab, ModelsTab } from './EntitlementTables.tsx'
import css from './licenses.module.css'
import type { LicensesSearch, LicenseType } from './search.ts'
import { tabTitles } from './tabTitles.ts'

const path = '/company/company-licenses'

/** The company's licenses and their end dates (product decisions, "Licenses"). The tabs are child routes. */
export function LicensesPage() {
  return (
    <>
      <PageHeader title={m.menu_licenses()} sentence={m.licenses_sentence()} />
      <div className={css.tabs}>
        <TabLinks
          label={m.licenses_tabs()}
          tabs={[
            { label: tabTitles.applications(), link: { to: path }, exact: true },
            { label: tabTitles.data(), link: { to: `${path}/$type`, params: { type: 'data' } } },
            ...(shownMoment() === undefined ? presentTabs() : []),
            { label: m.history_title(), link: { to: `${path}/history` } },
          ]}
        />
      </div>
      <Outlet />
    </>
  )
}

/** What has no past. */
const presentTabs = () => [
  { label: tabTitles.models(), link: linkOptions({ to: `${path}/$type`, params: { type: 'models' } }) },
  { label: tabTitles.quotas(), link: linkOptions({ to: `${path}/$type`, params: { type: 'quotas' } }) },
]

/** The content of a tab; the quotas tab belongs to the quotas area. */
export function LicensesTab({ type, search }: { type: Exclude<LicenseType, 'quotas'>; search: LicensesSearch }) {
  switch (type) {
    case 'applications':
      return <ApplicationsTab search={search} />
    case 'data':
      return <DataTab search={search} />
    case 'models':
      return <ModelsTab search={search} />
  }
}
