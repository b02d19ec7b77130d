import type { Home } from '@steward/contract/home/schemas'
import { executePrepared } from '../db/prepared.ts'
import type { TenantTransaction } from '../db/tenant.ts'

export interface CountedUsers {
  table_name: string
  facet: string
  n: number
}

type People = Omit<NonNullable<Home['people']>, 'signIns'>

/**
 * People by state, from kept counts: `app_user` by type, status and whether they are disabled, and `app_user_never` with those who can
 * sign in and never did.
 */
export function peopleOf(counts: readonly CountedUsers[]): People {
  const sum = (matches: (count: CountedUsers) => boolean) =>
    counts.filter((count) => count.facet.startsWith('endUser') && matches(count)).reduce((total, { n }) => total + n, 0)
  const isUser = ({ table_name: table }: CountedUsers) => table === 'app_user'
  const isDisabled = ({ facet }: CountedUsers) => facet.endsWith('/disabled')
  const disabled = sum((count) => isUser(count) && isDisabled(count))
  const invited = sum((count) => isUser(count) && !isDisabled(count) && count.facet.includes('FORCE_CHANGE_PASSWORD'))
  const enabled = sum((count) => isUser(count) && !isDisabled(count))
  const neverSignedIn = sum((count) => !isUser(count))
  return { active: enabled - invited - neverSignedIn, invited, neverSignedIn, disabled, total: enabled + disabled }
}

export async function readUserCounts(tx: TenantTransaction): Promise<CountedUsers[]> {
  const counts = tx.selectFrom('row_count').select(['table_name', 'facet', 'n']).where('table_name', 'in', ['app_user', 'app_user_never'])
  return (await executePrepared(tx, counts)).rows
}
