import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { PeopleWithAccess, PersonWithAccess } from '@steward/contract/access/schemas'
import { problemMessage } from '../api/problem.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { Button } from '../ui/form/Button.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import { fullName } from '../users/labels.ts'
import shared from './access.module.css'
import page from './AccessPage.module.css'
import css from './WhoTab.module.css'
import { QuestionPicker } from './QuestionPicker.tsx'
import { findQuestion } from './questions.ts'
import { peopleCountQuery, peopleQuery } from './queries.ts'
import type { AccessSearch } from './search.ts'

/** Everyone who can open a page, has a permission or can do an action, and through which groups and roles. */
export function WhoTab({ search: { ask } }: { search: AccessSearch }) {
  const navigate = useNavigate()
  const question = findQuestion(ask)
  const choose = (next: string | undefined) =>
    void navigate({ to: '/user-administration/access/who', search: (previous) => ({ ...previous, ask: next }), replace: true })
  return (
    <div className={page.page}>
      <QuestionPicker value={question} onChange={choose} autoFocus={question === undefined} />
      {question === undefined ? (
        <EmptyState title={m.access_who_empty_title()}>{m.access_who_empty_text()}</EmptyState>
      ) : (
        <People key={question.id} ask={question.id} />
      )}
    </div>
  )
}

function People({ ask }: { ask: string }) {
  const query = useInfiniteQuery(peopleQuery(ask))
  const [first] = query.data?.pages ?? []
  if (first === undefined) return <PendingState query={query} fallback={m.access_who_error()} lines={6} />
  if (first.items.length === 0) return <EmptyState title={m.access_who_none()}>{m.access_who_none_text()}</EmptyState>
  const people = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={css.people}>
      <Count ask={ask} />
      {first.isForEveryone ? <p className={shared.found}>{m.access_who_everyone()}</p> : <Through groups={first.groups} />}
      <PeopleTable ask={ask} people={people} groups={first.groups} />
      {query.hasNextPage ? (
        <div>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.access_who_more()}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Counted apart from the list, which doesn't wait for it. */
function Count({ ask }: { ask: string }) {
  const { data, error } = useQuery(peopleCountQuery(ask))
  return (
    <div role="status">
      <h2 className={css.count}>
        {data !== undefined
          ? m.access_who_count({ count: data.totalCount })
          : error
            ? problemMessage(error, m.access_who_count_error())
            : m.access_who_counting()}
      </h2>
    </div>
  )
}

function Through({ groups }: { groups: PeopleWithAccess['groups'] }) {
  const can = useCan()
  return (
    <section className={css.through} aria-label={m.access_who_through()}>
      <h3>{m.access_who_through()}</h3>
      <ul>
        {groups.map(({ groupId, groupName, userCount, roles }) => (
          <li key={groupId}>
            {can('Admin.ViewGroups') ? (
              <PlainLink link={{ to: '/user-administration/groups/$groupId', params: { groupId } }}>{groupName}</PlainLink>
            ) : (
              <b>{groupName}</b>
            )}{' '}
            <span className={shared.found}>
              {m.access_who_group_members({ count: userCount })} ·{' '}
              {roles.length === 0 ? m.access_who_resource_group() : <NameList names={roles.map((role) => role.roleName)} shown={3} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PeopleTable({ ask, people, groups }: { ask: string; people: readonly PersonWithAccess[]; groups: PeopleWithAccess['groups'] }) {
  const names = new Map(groups.map((group) => [group.groupId, group.groupName]))
  return (
    <ScrollTable label={m.access_who_list()} whole>
      <thead>
        <tr>
          <th scope="col">{m.access_who_name()}</th>
          <th scope="col" className={css.email}>
            {m.access_who_email()}
          </th>
          <th scope="col">{m.access_who_groups()}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.userId}>
            <th scope="row">
              <Link to="/user-administration/access" search={{ user: person.userId, ask }} title={m.access_why({ name: fullName(person) })}>
                {fullName(person)}
              </Link>
            </th>
            <td className={css.email}>{person.email}</td>
            <td>
              <NameList names={person.groupIds.flatMap((groupId) => names.get(groupId) ?? [])} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
