import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Preview } from '@steward/contract/changes/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../api/problem.ts'
import { compareText, personName } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { permissionKind, permissionKinds, permissionTitle } from '../session/permissions/permissionTitle.ts'
import { longCell, numberCell, ScrollTable } from '../ui/table/ScrollTable.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Affected } from './Affected.tsx'
import css from './Effects.module.css'
import { MapDifference } from './MapDifference.tsx'
import type { RestOfPeople } from './preview.ts'
import { effectsSentence, lastingSentence } from './sentence.ts'

interface EffectsProps {
  effects: Preview['effects']
  rest: RestOfPeople
  /** The sentence at the start, undefined for none. By default it counts the people who are affected. */
  sentence?: string | undefined
  /** After the sentence. */
  children?: ReactNode
}

/** What a change would do: one sentence, then people, permissions and keys on demand. */
export function Effects({ effects, rest, children, ...given }: EffectsProps) {
  const { people, peopleCount, permissions, keys, keyCount, accessMap } = effects
  const lasting = effects.isUndoable ? lastingSentence(effects.lasting) : m.changes_not_undoable()
  const sentence = 'sentence' in given ? given.sentence : effectsSentence(effects)
  return (
    <div className={css.effects}>
      {sentence === undefined ? null : <p className={css.sentence}>{sentence}</p>}
      {children}
      {people.length === 0 ? null : (
        <Fold title={m.changes_people()} count={peopleCount}>
          <People first={people} count={peopleCount} rest={rest} />
        </Fold>
      )}
      {permissions.length === 0 ? null : (
        <Fold title={m.changes_permissions()} count={permissions.length}>
          <CountedPermissions permissions={permissions} />
        </Fold>
      )}
      {accessMap.groups.length === 0 ? null : (
        <Fold title={m.changes_map_title()} count={accessMap.groupCount}>
          <MapDifference map={accessMap} />
        </Fold>
      )}
      {keys.length === 0 ? null : (
        <Fold title={m.changes_api_keys()} count={keyCount}>
          <Affected label={m.changes_api_keys()} affected={keys.map((key) => ({ ...key, name: key.apiKeyName }))} />
          {keyCount > keys.length ? <p className={css.muted}>{m.changes_people_rest({ count: keyCount - keys.length })}</p> : null}
        </Fold>
      )}
      {lasting === undefined ? null : <p className={css.muted}>{lasting}</p>}
    </div>
  )
}

type Counted = Preview['effects']['permissions'][number]

/** By kind, then by name, with a column for those who gain and one for those who lose, if there are any. */
function CountedPermissions({ permissions }: { permissions: readonly Counted[] }) {
  const columns = [
    { title: m.changes_permission_gain(), countOf: (row: Counted) => row.gainingCount },
    { title: m.changes_permission_lose(), countOf: (row: Counted) => row.losingCount },
  ].filter(({ countOf }) => permissions.some((row) => countOf(row) > 0))
  const kindOf = ({ permission }: Counted) => permissionKinds.indexOf(permissionKind(permission))
  const rows = permissions
    .map((row) => ({ ...row, title: permissionTitle(row.permission) }))
    .toSorted((a, b) => kindOf(a) - kindOf(b) || compareText(a.title, b.title))
  return (
    <ScrollTable label={m.changes_permissions()} boxed>
      <thead>
        <tr>
          <th scope="col">{m.changes_permissions()}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col" className={numberCell}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.permission}>
            <th scope="row" className={longCell}>
              {row.title}
            </th>
            {columns.map(({ title, countOf }) => (
              <td key={title} className={numberCell}>
                {formatNumber(countOf(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details className={css.fold}>
      <summary>
        {title} <span className={css.muted}>{formatNumber(count)}</span>
      </summary>
      {children}
    </details>
  )
}

interface PeopleProps {
  first: Preview['effects']['people']
  count: number
  rest: RestOfPeople
}

function People({ first, count, rest }: PeopleProps) {
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: rest.key,
    queryFn: ({ pageParam, signal }) => rest.load(pageParam, signal),
    initialPageParam: first.length,
    getNextPageParam: (page, _pages, offset) => offset + page.effects.people.length,
    enabled: false,
    gcTime: 0,
  })
  const people = [...first, ...(data?.pages ?? []).flatMap((page) => page.effects.people)]
  return (
    <>
      <Affected
        label={m.changes_people()}
        affected={people.map((person) => ({ ...person, name: personName(person) || person.username }))}
      />
      {count > people.length ? (
        <p className={css.rest}>
          <span className={css.muted}>{m.changes_people_rest({ count: count - people.length })}</span>
          <Button small loading={isFetching} onClick={() => void fetchNextPage()}>
            {m.access_who_more()}
          </Button>
        </p>
      ) : null}
      {error === null ? null : <p role="alert">{problemMessage(error, m.changes_preview_failed())}</p>}
    </>
  )
}
