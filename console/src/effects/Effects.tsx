import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Preview } from '@steward/contract/changes/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../api/problem.ts'
import { compareText, formatList, personName } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { permissionLabel } from '../session/permissions/permissionLabel.ts'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import { numberCell, ScrollTable } from '../ui/table/ScrollTable.tsx'
import { Button } from '../ui/form/Button.tsx'
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
          <ScrollTable label={m.changes_permissions()} boxed>
            <thead>
              <tr>
                <th scope="col">{m.changes_permissions()}</th>
                <th scope="col" className={numberCell}>
                  {m.changes_permission_gain()}
                </th>
                <th scope="col" className={numberCell}>
                  {m.changes_permission_lose()}
                </th>
              </tr>
            </thead>
            <tbody>
              {permissions.map((row) => (
                <tr key={row.permission}>
                  <th scope="row">{permissionLabel(row.permission)}</th>
                  <td className={numberCell}>{formatNumber(row.gainingCount)}</td>
                  <td className={numberCell}>{formatNumber(row.losingCount)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        </Fold>
      )}
      {accessMap.groups.length === 0 ? null : (
        <Fold title={m.changes_map_title()} count={accessMap.groupCount}>
          <MapDifference map={accessMap} />
        </Fold>
      )}
      {keys.length === 0 ? null : (
        <Fold title={m.changes_api_keys()} count={keyCount}>
          <Named label={m.changes_api_keys()}>
            {keys.map((key) => (
              <li key={key.apiKeyId}>
                <span className={css.name}>{key.apiKeyName}</span>
                <Permissions {...key} />
              </li>
            ))}
          </Named>
          {keyCount > keys.length ? <p className={css.muted}>{m.changes_people_rest({ count: keyCount - keys.length })}</p> : null}
        </Fold>
      )}
      {lasting === undefined ? null : <p className={css.muted}>{lasting}</p>}
    </div>
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

function Named({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className={css.scroll}>
      <ul className={css.list}>{children}</ul>
    </ScrollRegion>
  )
}

const named = (permissions: readonly string[]): string => formatList([...new Set(permissions.map(permissionLabel))].sort(compareText))

function Permissions({ gains, loses }: { gains: readonly string[]; loses: readonly string[] }) {
  return (
    <>
      {gains.length === 0 ? null : (
        <span className={css.muted}>
          {m.changes_gains()} {named(gains)}
        </span>
      )}
      {loses.length === 0 ? null : (
        <span className={css.muted}>
          {m.changes_loses()} {named(loses)}
        </span>
      )}
    </>
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
      <Named label={m.changes_people()}>
        {people.map((person) => (
          <li key={person.userId}>
            <span className={css.name}>{personName(person) || person.username}</span>
            <Permissions {...person} />
          </li>
        ))}
      </Named>
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
