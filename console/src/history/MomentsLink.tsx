import { Link } from '@tanstack/react-router'
import type { HistoryRecord } from '@steward/contract/history/records'
import { m } from '@steward/contract/paraglide/messages'
import { useCan } from '../session/permissions/permissions.ts'
import css from './MomentsLink.module.css'

const compared = ['user', 'group', 'role'] as const satisfies readonly HistoryRecord[]

/** Leads from the history of a user, group or role to its comparison at two moments, for people who can open that page. */
export function MomentsLink({ record, id }: { record: HistoryRecord; id: string | undefined }) {
  const can = useCan()
  const kind = compared.find((one) => one === record)
  if (kind === undefined || id === undefined || !can('Admin.ViewUsers')) return null
  return (
    <p className={css.link}>
      <Link to="/user-administration/access/compare" search={{ what: 'moments', compared: kind, a: id }}>
        {m.access_compare_moments_link()}
      </Link>
    </p>
  )
}
