import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListFilter, Trash2 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { ScimToken } from '@steward/contract/provisioning/schemas'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { FilterMenu } from '../ui/filter/FilterMenu.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableSearch } from '../ui/table/search.ts'
import { tokenColumns } from './columns.tsx'
import css from './provisioning.module.css'
import { tokensQuery } from './queries.ts'
import { areTokensFiltered, noTokenFilters } from './filters.ts'
import type { ProvisioningSearch, TokenState } from './search.ts'
import { useRevoke } from './useRevoke.tsx'

const columns = tokenColumns()
const idOf = (token: ScimToken) => token.scimTokenId
const nameOf = (token: ScimToken) => token.tokenName

/** Converts a change of the table to a change of its search parameters. */
const ofTokens = (patch: TableSearch): Partial<ProvisioningSearch> => ({
  ...('sort' in patch ? { tsort: patch.sort } : {}),
  ...('page' in patch ? { tpage: patch.page } : {}),
  ...('limit' in patch ? { tlimit: patch.limit } : {}),
})

interface TokensSectionProps {
  search: ProvisioningSearch
  onChange: (patch: Partial<ProvisioningSearch>) => void
}

/** The tokens of the tenant; a leaked token can be found by its prefix. */
export function TokensSection({ search, onChange }: TokensSectionProps) {
  const query = useQuery(tokensQuery(search))
  const revoke = useRevoke()
  const change = (patch: Partial<ProvisioningSearch>) => onChange({ tpage: undefined, ...patch, page: search.page })
  const states: { value: TokenState; label: string }[] = [
    { value: 'active', label: m.scim_state_active() },
    { value: 'expired', label: m.scim_state_expired() },
    { value: 'revoked', label: m.scim_state_revoked() },
  ]
  const leaked = search.tq?.startsWith('stw_scim_') ? query.data?.items : undefined
  return (
    <section className={css.section} aria-labelledby="scim-tokens">
      <h2 id="scim-tokens">{m.scim_tokens()}</h2>
      {leaked?.length === 1 && leaked[0] ? (
        <Leaked token={leaked[0]} onRevoke={() => leaked[0] && revoke.now(leaked[0])} loading={revoke.isPending} />
      ) : null}
      <DataTable
        name="scim-tokens"
        label={m.scim_tokens()}
        columns={columns}
        query={query}
        rowId={idOf}
        rowName={nameOf}
        search={{ sort: search.tsort ?? 'tokenName', page: search.tpage, limit: search.tlimit }}
        onSearchChange={(patch) => change(ofTokens(patch))}
        rowActions={(token) => [
          {
            label: m.scim_show_events(),
            icon: <ListFilter />,
            onSelect: () => onChange({ token: token.scimTokenId, page: undefined }),
          },
          {
            label: m.scim_revoke(),
            icon: <Trash2 />,
            danger: true,
            disabledReason: token.revokedAt === null ? undefined : m.scim_revoked_already(),
            onSelect: () => revoke.ask(token),
          },
        ]}
        toolbar={
          <>
            <SearchBox label={m.scim_tokens_search()} value={search.tq ?? ''} onChange={(tq) => change({ tq })} beside />
            <FilterMenu label={m.scim_filter_state()} options={states} value={search.tstate} onChange={(tstate) => change({ tstate })} />
          </>
        }
        empty={
          <EmptyState
            title={m.scim_tokens_empty_title()}
            actions={
              <Link to="/company/scim-management/new" search className={buttonClass('primary')}>
                {m.scim_create()}
              </Link>
            }
          >
            {m.scim_tokens_empty_text()}
          </EmptyState>
        }
        isFiltered={areTokensFiltered(search)}
        onClearFilters={() => change(noTokenFilters)}
        errorFallback={m.scim_error_tokens()}
      />
      {revoke.dialog}
    </section>
  )
}

/** A token found by its prefix because it leaked. */
function Leaked({ token, onRevoke, loading }: { token: ScimToken; onRevoke: () => void; loading: boolean }) {
  if (token.revokedAt !== null) {
    return (
      <Callout tone="success" role="status" title={m.scim_leaked_revoked({ name: token.tokenName })}>
        {m.scim_revoked_by({ name: token.revokedBy ?? '' })} <RelativeTime value={token.revokedAt} />
      </Callout>
    )
  }
  return (
    <Callout
      tone="danger"
      role="status"
      title={m.scim_leaked_title({ name: token.tokenName })}
      actions={
        <Button kind="danger" small icon={<Trash2 />} loading={loading} onClick={onRevoke}>
          {m.scim_revoke_confirm({ name: token.tokenName })}
        </Button>
      }
    >
      {m.scim_leaked_text()}
    </Callout>
  )
}
