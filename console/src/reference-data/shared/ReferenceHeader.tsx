import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useCan } from '../../session/permissions/permissions.ts'
import { PageHeader } from '../../ui/display/PageHeader.tsx'
import { TabLinks, type TabLink } from '../../ui/display/TabLinks.tsx'
import css from './reference.module.css'

/** The header of the two lists below Currencies, with a tab for each that the user can open. */
export function ReferenceHeader({ sentence, actions }: { sentence: string; actions: ReactNode }) {
  const can = useCan()
  const tabs: TabLink[] = []
  if (can('Navigation.CurrencyManagement')) tabs.push({ label: m.currencies_tab(), link: { to: '/reference-data/currencies/currency' } })
  if (can('Navigation.CurrencySchemeManagement'))
    tabs.push({ label: m.schemes_tab(), link: { to: '/reference-data/currencies/currency-schemes' } })
  return (
    <>
      <PageHeader title={m.menu_currencies()} sentence={sentence} actions={actions} />
      {tabs.length > 1 ? (
        <div className={css.tabs}>
          <TabLinks label={m.menu_currencies()} tabs={tabs} />
        </div>
      ) : null}
    </>
  )
}
