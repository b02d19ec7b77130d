import { useQuery } from '@tanstack/react-query'
import { catalogText } from '@steward/contract/catalog/texts'
import type { ApplicationLicenseItem } from '@steward/contract/licenses/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { daysLeft, expiryUrgency } from '@steward/contract/rules/licenses'
import { hasWords } from '@steward/contract/rules/search-words'
import { formatList } from '../i18n/format.ts'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { csvFile } from '../exports/download.ts'
import { FilterMenu } from '../ui/filter/FilterMenu.tsx'
import { ItemCard, ItemCards } from '../ui/display/ItemCards.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { EndDate, LicenseStateBadge } from './EndDate.tsx'
import { LicenseTimeline } from './LicenseTimeline.tsx'
import { ExportCsv } from './ExportCsv.tsx'
import shared from './licenses.module.css'
import css from './ApplicationsTab.module.css'
import { applicationsQuery } from './queries.ts'
import { isFiltered, licensesSearch, noFilters, type LicensesSearch } from './search.ts'
import { stateOptions } from './stateOptions.ts'
import { serverMoment } from '../i18n/serverTime.ts'

const nameOf = (license: ApplicationLicenseItem): string => license.productName || license.productCode
const contentOf = (license: ApplicationLicenseItem): string => catalogText(license.package.description)

/** Application licenses, one card each. */
export function ApplicationsTab({ search }: { search: LicensesSearch }) {
  const query = useQuery(applicationsQuery)
  const change = useSearchChange(licensesSearch)
  const all = query.data?.items
  const shown = all?.filter((license) => isShown(license, search))
  return (
    <>
      {all === undefined ? null : <Warning licenses={all} />}
      <div className={shared.tools}>
        <SearchBox label={m.licenses_search_applications()} value={search.q ?? ''} onChange={(q) => change({ q })} />
        <FilterMenu label={m.licenses_state()} options={stateOptions()} value={search.state} onChange={(state) => change({ state })} />
        {shown === undefined ? null : (
          <div className={shared.push}>
            <Button onClick={() => change({ view: search.view === undefined ? 'timeline' : undefined })}>
              {search.view === undefined ? m.licenses_as_timeline() : m.licenses_as_cards()}
            </Button>
            <ExportCsv name="licenses" read={() => Promise.resolve(csvOf(shown))} />
          </div>
        )}
      </div>
      {shown === undefined ? (
        <PendingState query={query} fallback={m.licenses_error_apps()} lines={8} />
      ) : shown.length > 0 && search.view === 'timeline' ? (
        <LicenseTimeline licenses={shown} />
      ) : shown.length > 0 ? (
        <ItemCards label={m.licenses_applications()}>
          {shown.map((license) => (
            <License key={license.id} license={license} />
          ))}
        </ItemCards>
      ) : isFiltered(search) ? (
        <EmptyState
          title={m.licenses_none_found_title()}
          actions={<Button onClick={() => change(noFilters)}>{m.users_filters_clear()}</Button>}
        >
          {m.licenses_none_found_text()}
        </EmptyState>
      ) : (
        <EmptyState title={m.licenses_none_title()}>{m.licenses_none_text()}</EmptyState>
      )}
    </>
  )
}

function isShown(license: ApplicationLicenseItem, { q = '', state }: LicensesSearch): boolean {
  const isFound = hasWords(q)(nameOf(license), license.productCode, license.packageName, contentOf(license))
  return isFound && (state === undefined || license.licensed === (state === 'licensed'))
}

/** Licenses that expire within 30 days, above everything else. */
function Warning({ licenses }: { licenses: readonly ApplicationLicenseItem[] }) {
  const asOf = serverMoment()
  const ending = licenses.filter((license) => ['week', 'month'].includes(expiryUrgency(license, asOf)))
  if (ending.length === 0) return null
  const names = formatList([...new Set(ending.map(nameOf))])
  const isUrgent = ending.some((license) => daysLeft(license, asOf) <= 7)
  return (
    <div className={shared.tabs}>
      <Callout tone={isUrgent ? 'danger' : 'warning'}>{m.licenses_ending({ names })}</Callout>
    </div>
  )
}

function License({ license }: { license: ApplicationLicenseItem }) {
  return (
    <ItemCard name={nameOf(license)} state={<LicenseStateBadge license={license} />}>
      <p className={css.holds}>
        <strong>{license.package.packageName || license.packageName}</strong>
        <span>{license.hasCompletePackageInfo ? contentOf(license) : m.licenses_package_unknown()}</span>
      </p>
      <p>
        {m.licenses_ends()} <EndDate license={license} />
      </p>
    </ItemCard>
  )
}

const csvOf = (licenses: readonly ApplicationLicenseItem[]): Blob =>
  csvFile([
    ['product', 'productCode', 'package', 'description', 'startDate', 'endDate', 'licensed'],
    ...licenses.map((one) => [
      nameOf(one),
      one.productCode,
      one.packageName,
      contentOf(one),
      one.startDate,
      one.endDate,
      String(one.licensed),
    ]),
  ])
