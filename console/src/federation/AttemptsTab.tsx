import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { FederationAttempt } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { FilterMenu } from '../ui/filter/FilterMenu.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { attemptPage } from './attemptPage.ts'
import css from './federation.module.css'
import { attemptsQuery } from './queries.ts'
import { refusalText } from './refusalMessages.ts'
import { attemptsSearch, isFiltered, noFilters, type AttemptOutcome, type AttemptsSearch } from './search.ts'
import { attemptOutcome, attemptTone, protocolName } from './labels.ts'

const path = '/company/sso/attempts'

const columns: DataColumn<FederationAttempt>[] = [
  { id: 'time', header: m.sso_attempt_time(), cell: ({ at }) => timeCell(at), width: 'time' },
  { id: 'outcome', header: m.sso_attempt_outcome(), cell: (attempt) => <Outcome attempt={attempt} />, width: 'wide' },
  {
    id: 'user',
    header: m.sso_attempt_user(),
    cell: ({ username }) =>
      username === null ? <span className={css.muted}>{m.sso_attempt_user_unknown()}</span> : <span title={username}>{username}</span>,
    width: 'wide',
  },
  { id: 'reason', header: m.sso_attempt_reason(), cell: (attempt) => <Reason attempt={attempt} />, width: 'wide' },
  {
    id: 'provider',
    header: m.sso_attempt_provider(),
    cell: ({ providerName, protocol }) => <span title={protocolName(protocol)}>{providerName}</span>,
    from: 'laptop',
  },
  { id: 'address', header: m.sso_attempt_address(), cell: ({ address }) => address ?? '–', from: 'desktop', width: 'narrow' },
]

function Outcome({ attempt }: { attempt: FederationAttempt }) {
  return (
    <span className={css.cell}>
      <Status tone={attemptTone[attempt.outcome]}>{attemptOutcome(attempt)}</Status>
      {attempt.isTest ? <Badge tone="info">{m.sso_attempt_test()}</Badge> : null}
    </span>
  )
}

function Reason({ attempt: { refusal } }: { attempt: FederationAttempt }) {
  if (refusal === null) return '–'
  const text = refusalText(refusal)
  return <span title={text}>{text}</span>
}

const idOf = ({ attemptId }: FederationAttempt) => attemptId
const nameOf = ({ username }: FederationAttempt) => (username === null ? m.sso_attempt() : m.sso_attempt_of({ username }))

/** The last sign-ins through the provider, newest first. */
export function AttemptsTab({ search }: { search: AttemptsSearch }) {
  const query = useQuery(attemptsQuery)
  const open = useParams({ strict: false })
  const change = useSearchChange(attemptsSearch)
  const outcomes: { value: AttemptOutcome; label: string }[] = [
    { value: 'failure', label: m.sso_attempt_failure() },
    { value: 'success', label: m.sso_attempt_success() },
    { value: 'pending', label: m.sso_attempt_pending() },
  ]
  return (
    <>
      <p className={css.tabText}>{m.sso_attempts_text()}</p>
      <DataTable
        name="sso-attempts"
        label={m.sso_tab_attempts()}
        columns={columns}
        query={{ ...query, data: query.data && attemptPage(query.data.items, search), isPlaceholderData: false }}
        rowId={idOf}
        rowName={nameOf}
        search={search}
        onSearchChange={change}
        rowLink={(attempt) => ({ to: `${path}/$attemptId`, params: { attemptId: attempt.attemptId }, search: true })}
        openId={open.attemptId}
        toolbar={
          <>
            <SearchBox label={m.sso_attempts_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <FilterMenu
              label={m.sso_attempts_filter()}
              options={outcomes}
              value={search.outcome}
              onChange={(outcome) => change({ outcome })}
            />
          </>
        }
        empty={
          <EmptyState icon={<History />} title={m.sso_attempts_empty_title()}>
            {m.sso_attempts_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.sso_attempts_error()}
      />
      <Outlet />
    </>
  )
}
