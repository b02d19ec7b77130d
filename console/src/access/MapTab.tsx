import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { AccessMap } from '@steward/contract/access/schemas'
import { type AccessDepth, type MappedApplication, accessDepths, mappedApplications } from '@steward/contract/rules/access-depth'
import { apps } from '@steward/contract/catalogue/apps'
import type { App } from '@steward/contract/catalogue/types'
import { permissionRules } from '@steward/contract/rules/permission-rules'
import { permissionNames } from '@steward/contract/rules/permissions'
import { formatNumber } from '../i18n/time.ts'
import { cx } from '../ui/display/cx.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { ScrollTable, numberCell } from '../ui/table/ScrollTable.tsx'
import shared from './access.module.css'
import page from './AccessPage.module.css'
import { depthLabel } from './depthLabel.ts'
import css from './MapTab.module.css'
import { mapQuery } from './queries.ts'

/** What each group can do in each application. */
export function MapTab() {
  const query = useQuery(mapQuery)
  return (
    <div className={page.wide}>
      <p className={shared.found}>{m.access_map_sentence()}</p>
      {query.data === undefined && query.error ? (
        <ErrorState error={query.error} fallback={m.access_map_error()} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.data === undefined ? (
        <SkeletonLines count={8} />
      ) : query.data.groups.length === 0 ? (
        <EmptyState title={m.access_map_empty_title()}>{m.access_map_empty_text()}</EmptyState>
      ) : (
        <MapTable map={query.data} />
      )}
    </div>
  )
}

function MapTable({ map }: { map: AccessMap }) {
  const columns = mappedApplications.filter(({ applicationName }) => map.applications.includes(applicationName))
  return (
    <>
      <ul className={css.legend}>
        {accessDepths.map((depth) => (
          <li key={depth} className={css.depth} data-depth={depth}>
            {depthLabel(depth)}
          </li>
        ))}
      </ul>
      <ScrollTable label={m.access_map_label()} whole>
        <thead>
          <tr>
            <th scope="col" className={css.group}>
              {m.access_map_group()}
            </th>
            <th scope="col" className={cx(numberCell, css.people)}>
              {m.access_map_people()}
            </th>
            {columns.map((application) => (
              <th key={application.applicationName} scope="col">
                <ApplicationName application={application} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.groups.map((group) => (
            <tr key={group.groupId} data-off={group.status === 'Disabled' ? '' : undefined} className={css.row}>
              <th scope="row" className={css.group} title={group.groupName}>
                {group.groupName}
                {group.status === 'Disabled' ? <span className={shared.found}> {m.access_map_disabled()}</span> : null}
              </th>
              <td className={cx(numberCell, css.people)}>{formatNumber(group.userCount)}</td>
              {columns.map(({ applicationName, displayName }) => (
                <td key={applicationName}>
                  <Cell group={group} application={displayName} depth={group.depths[applicationName]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}

function Cell({ group, application, depth }: { group: AccessMap['groups'][number]; application: string; depth: AccessDepth | undefined }) {
  if (depth === undefined) return <span className="visually-hidden">{m.access_map_none()}</span>
  return (
    <PlainLink
      className={css.depth}
      data-depth={depth}
      aria-label={m.access_map_cell({ group: group.groupName, application, depth: depthLabel(depth) })}
      link={{ to: '/user-administration/users', search: { group: [group.groupId] } }}
    >
      {depthLabel(depth)}
    </PlainLink>
  )
}

/** The permission that opens the application of these actions. */
function openingOf({ applicationName }: MappedApplication): string | undefined {
  const app = apps.find((one: App) => one.actionApplications.includes(applicationName))
  return permissionNames.find((name) => {
    const rule = permissionRules[name]
    return rule.kind === 'app' && rule.appName === app?.appName
  })
}

function ApplicationName({ application }: { application: MappedApplication }) {
  const ask = openingOf(application)
  if (ask === undefined) return application.displayName
  return (
    <PlainLink
      link={{ to: '/user-administration/access/who', search: { ask } }}
      title={m.access_map_who({ application: application.displayName })}
    >
      {application.displayName}
    </PlainLink>
  )
}
