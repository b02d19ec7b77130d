import { Outlet } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import type { AccessSearch } from './search.ts'

/** Who can do what, and why: of one person, for one question, compared, and as a map. The question goes from tab to tab. */
export function AccessPage({ search: { user, ask, asOf } }: { search: AccessSearch }) {
  return (
    <>
      <PageHeader title={m.access_title()} sentence={m.access_sentence()} />
      <TabLinks
        label={m.access_tabs()}
        tabs={[
          { label: m.access_tab_person(), link: { to: '/user-administration/access', search: { user, ask, asOf } }, exact: true },
          { label: m.access_tab_who(), link: { to: '/user-administration/access/who', search: { user, ask } } },
          { label: m.access_tab_compare(), link: { to: '/user-administration/access/compare', search: { user, ask } } },
          { label: m.access_tab_as_of(), link: { to: '/user-administration/access/as-of', search: { asOf } } },
          { label: m.access_tab_map(), link: { to: '/user-administration/access/map', search: { user, ask } } },
        ]}
      />
      <Outlet />
    </>
  )
}
