import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import type { getDifference } from '@steward/contract/history/endpoints'
import { historyPermissions } from '@steward/contract/history/records'
import type { HistoryPart } from '@steward/contract/history/schemas'
import { ProblemError, type ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { entityLink } from '../audit-log/entityLink.ts'
import { kindOf, typeLabels } from '../change-text/labels.ts'
import { partDetails } from '../change-text/details.tsx'
import { timelineEntry } from '../history/History.tsx'
import { nameAfter } from '../change-text/names.ts'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { ChangedFields } from '../ui/display/ChangedFields.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState, SkeletonLines } from '../ui/display/states.tsx'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { Timeline } from '../ui/display/Timeline.tsx'
import { Button } from '../ui/form/Button.tsx'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { RemoteCombobox } from '../ui/form/RemoteCombobox.tsx'
import { groupChoices, roleChoices, userChoices } from '../users/choiceSources.ts'
import { fullName } from '../users/labels.ts'
import { userQuery } from '../users/queries.ts'
import { accessQuery } from '../users/recordQueries.ts'
import { Differences } from './Differences.tsx'
import { comparedPerson } from './compare.ts'
import { MomentField } from '../ui/form/MomentField.tsx'
import { tooOldText } from '../api/tooOldText.ts'
import css from './MomentsComparison.module.css'
import { differenceQuery } from './queries.ts'
import { type CompareSearch, type ComparedRecord, comparedRecords } from './search.ts'

const labels: Record<ComparedRecord, () => string> = {
  user: m.access_compare_person,
  group: m.access_compare_group,
  role: m.access_compare_role,
  tenant: m.access_compare_tenant,
}
const sources = { user: userChoices, group: groupChoices, role: roleChoices }

interface MomentsProps {
  search: CompareSearch
  onChange: (patch: CompareSearch) => void
}

/** What differs between two moments of a person, a group, a role or the tenant, and the changes that did it. */
export function MomentsComparison({ search: { compared: asked, a: id, from, to }, onChange }: MomentsProps) {
  const can = useCan()
  const offered = comparedRecords.filter((one) => can(historyPermissions[one]))
  const record = asked !== undefined && offered.includes(asked) ? asked : (offered[0] ?? 'user')
  const known = record === 'tenant' ? undefined : id
  const isInOrder = from === undefined || to === undefined || from < to
  const isChosen = from !== undefined && (record === 'tenant' || id !== undefined)
  const query = useInfiniteQuery({ ...differenceQuery({ record, id: known, from: from ?? '', to }), enabled: isChosen && isInOrder })
  const [fromError, toError] = [fieldError(query.error, 'query.from'), fieldError(query.error, 'query.to')]
  return (
    <>
      <RadioGroup
        label={m.access_compare_record()}
        value={record}
        options={offered.map((value) => ({ value, label: labels[value]() }))}
        inline
        onChange={(next) => onChange({ compared: next, a: undefined })}
      />
      {record === 'tenant' ? null : <RecordPicker key={record} record={record} id={id} onChange={(next) => onChange({ a: next })} />}
      <div className={css.moments}>
        <MomentField
          label={m.access_compare_from()}
          hint={m.access_compare_from_hint()}
          error={fromError}
          moment={from}
          onChange={(next) => onChange({ from: next })}
        />
        <MomentField
          label={m.access_compare_to()}
          hint={m.access_compare_to_hint()}
          error={isInOrder ? toError : m.field_not_later()}
          moment={to}
          onChange={(next) => onChange({ to: next })}
        />
      </div>
      {!isChosen ? (
        <EmptyState title={m.access_compare_moments_empty_title()}>{m.access_compare_empty_text()}</EmptyState>
      ) : !isInOrder || fromError !== undefined || toError !== undefined ? null : (
        <Compared query={query} userId={record === 'user' ? id : undefined} from={from} to={to} />
      )}
    </>
  )
}

interface PickerProps {
  record: Exclude<ComparedRecord, 'tenant'>
  id: string | undefined
  onChange: (id: string | undefined) => void
}

function RecordPicker({ record, id, onChange }: PickerProps) {
  const source = sources[record]
  const named = useQuery({ ...source.named(id ?? ''), enabled: id !== undefined })
  const placeholders = { user: m.access_user_find, group: m.access_compare_find_group, role: m.access_compare_find_role }
  return (
    <RemoteCombobox
      label={labels[record]()}
      placeholder={placeholders[record]()}
      source={source}
      // What was deleted has no name any more.
      value={id === undefined ? null : (named.data ?? { value: id, label: named.isError ? m.access_compare_gone() : '…' })}
      onChange={(choice) => onChange(choice?.value)}
    />
  )
}

/** What the server says about one of the moments: it is shown beside its field. */
function fieldError(error: unknown, field: string): string | undefined {
  const fault = error instanceof ProblemError ? error.problem.errors?.find((one) => one.field === field) : undefined
  return fault && (tooOldText(error) ?? fault.message)
}

interface ComparedProps {
  query: UseInfiniteQueryResult<InfiniteData<ResponseOf<typeof getDifference>>>
  userId: string | undefined
  from: string
  to: string | undefined
}

function Compared({ query, userId, from, to }: ComparedProps) {
  const can = useCan()
  const pages = query.data?.pages ?? []
  const [first] = pages
  if (query.isError || first === undefined) return <PendingState query={query} fallback={m.access_compare_error()} lines={6} />
  const parts = pages.flatMap((page) => page.parts)
  return (
    <>
      {userId === undefined ? null : <AccessThenAndNow userId={userId} from={from} to={to} />}
      {parts.length === 0 ? (
        <EmptyState title={m.access_compare_same_title()}>{m.access_compare_same_moments()}</EmptyState>
      ) : (
        <section className={css.section} aria-labelledby="compared-records">
          <h2 id="compared-records">{m.access_compare_changed()}</h2>
          {first.partCount > 1 ? (
            <ul className={css.counts}>
              {first.counts.map(({ category, type, count }) => (
                <li key={`${category} ${type}`}>
                  {m.access_compare_count({ kind: kindOf({ category }), type: typeLabels[type](), count: formatNumber(count) })}
                </li>
              ))}
            </ul>
          ) : null}
          <ul className={css.parts}>
            {parts.map((part) => (
              <Part key={`${part.category} ${part.entityId}`} part={part} />
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
              {m.access_who_more()}
            </Button>
          ) : null}
        </section>
      )}
      {first.changes.length === 0 ? null : (
        <div className={css.section}>
          <h2>{first.hasMoreChanges ? m.access_compare_last_changes({ count: first.changes.length }) : m.access_compare_changes()}</h2>
          <Timeline
            label={m.access_compare_changes()}
            entries={first.changes.map((entry) => timelineEntry(entry, can))}
            hasMore={false}
            loadingMore={false}
            onMore={() => undefined}
          />
        </div>
      )}
    </>
  )
}

function Part({ part }: { part: HistoryPart }) {
  const link = entityLink(part)
  const name = nameAfter(part)
  return (
    <li>
      <h3>
        {link ? <PlainLink link={link}>{name}</PlainLink> : name}{' '}
        <span className={css.kind}>
          {kindOf(part)} · {typeLabels[part.type]()}
        </span>
      </h3>
      <ChangedFields fields={partDetails(part)} />
    </li>
  )
}

/** Also what a person can do through roles and groups that were changed. Without it where that moment isn't kept. */
function AccessThenAndNow({ userId, from, to }: { userId: string; from: string; to: string | undefined }) {
  const user = useQuery(userQuery(userId))
  const known = user.data?.data
  const enabled = known !== undefined
  const before = useQuery({ ...accessQuery(known?.username ?? '', from), enabled })
  const after = useQuery({ ...accessQuery(known?.username ?? '', to), enabled })
  if (known === undefined || before.isError || after.isError) return null
  if (!before.data || !after.data) return <SkeletonLines count={4} />
  return (
    <section className={css.section} aria-labelledby="compared-access">
      <h2 id="compared-access">{m.access_compare_access({ name: fullName(known) })}</h2>
      <Differences
        first={comparedPerson(formatMoment(from), [], before.data.facts)}
        second={comparedPerson(to === undefined ? m.access_compare_now() : formatMoment(to), [], after.data.facts)}
        none={<p className={css.none}>{m.access_compare_same_access()}</p>}
        level={3}
      />
    </section>
  )
}
