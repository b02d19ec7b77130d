import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { AccessMap } from '@steward/contract/access/schemas'
import { apps } from '@steward/contract/catalog/apps'
import type { App } from '@steward/contract/catalog/types'
import { permissionRules } from '@steward/contract/rules/permission-rules'
import { permissionNames } from '@steward/contract/rules/permissions'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import shared from './access.module.css'
import page from './AccessPage.module.css'
import { AccessGrid } from './AccessGrid.tsx'
import css from './MapTab.module.css'
import { mapQuery } from './queries.ts'

/** What each group can do in each application. */
export function MapTab() {
  const query = useQuery(mapQuery)
  return (
    <div className={page.wide}>
      <p className={shared.found}>{m.access_map_sentence()}</p>
      {query.data === undefined ? (
        <PendingState query={query} fallback={m.access_map_error()} lines={8} />
      ) : query.data.groups.length === 0 ? (
        <EmptyState title={m.access_map_empty_title()}>{m.access_map_empty_text()}</EmptyState>
      ) : (
        <WholeMap map={query.data} />
      )}
    </div>
  )
}

function WholeMap({ map }: { map: AccessMap }) {
  return (
    <ScrollRegion label={m.access_map_label()} className={css.scroll}>
      <AccessGrid {...map} headerOf={(application) => <ApplicationName {...application} />} />
    </ScrollRegion>
  )
}

/** The permission that opens the application of these actions. */
function openingOf(applicationName: string): string | undefined {
  const app = apps.find((one: App) => one.actionApplications.some((name) => name === applicationName))
  return permissionNames.find((name) => {
    const rule = permissionRules[name]
    return rule.kind === 'app' && rule.appName === app?.appName
  })
}

function ApplicationName({ applicationName, displayName }: AccessMap['applications'][number]) {
  const ask = openingOf(applicationName)
  if (ask === undefined) return displayName
  return (
    <PlainLink link={{ to: '/user-administration/access/who', search: { ask } }} title={m.access_map_who({ application: displayName })}>
      {displayName}
    </PlainLink>
  )
}
