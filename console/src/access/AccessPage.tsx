import { linkOptions, Outlet } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { useShownMoment } from '../api/moment.ts'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import type { AccessSearch } from './search.ts'

/** Who can do what, and why: of one person, for one question, compared, and as a map. The question goes from tab to tab. */
export function AccessPage({ search: { user, ask } }: { search: AccessSearch }) {
  const search = { user, ask }
  const isPast = useShownMoment() !== undefined
  return (
    <>
      <PageHeader title={m.access_title()} sentence={m.access_sentence()} />
      <TabLinks
        label={m.access_tabs()}
        tabs={[
          { label: m.access_tab_person(), link: linkOptions({ to: '/user-administration/access', search }), exact: true },
          ...(isPast ? [] : [{ label: m.access_tab_who(), link: linkOptions({ to: '/user-administration/access/who', search }) }]),
          { label: m.access_tab_compare(), link: linkOptions({ to: '/user-administration/access/compare', search }) },
          ...(isPast ? [] : [{ label: m.access_tab_map(), link: linkOptions({ to: '/user-administration/access/map', search }) }]),
        ]}
      />
      <Outlet />
    </>
  )
}
