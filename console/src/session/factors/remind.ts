import { m } from '@steward/contract/paraglide/messages'
import { listOwnFactors } from '@steward/contract/session/factors'
import { alerts } from '../../api/alerts.ts'
import { api } from '../../api/client.ts'
import { formatDate } from '../../i18n/time.ts'

/** The user who was reminded last in this tab. */
const storageKey = 'steward.factor-reminded'

/** While the tenant still lets people in without a second factor: says until when, once for each user of a tab. */
export async function remindOfFactor(userId: string, openSettings: () => void): Promise<void> {
  if (sessionStorage.getItem(storageKey) === userId) return
  const { factors, isRequired, dueTime } = await api(listOwnFactors, {}, { retry: false })
  sessionStorage.setItem(storageKey, userId)
  if (!isRequired || factors.length > 0 || dueTime === null) return
  const action = { label: m.factor_due_action(), onSelect: openSettings }
  alerts.warning(m.factor_due({ date: formatDate(dueTime) }), { mode: 'sticky', action })
}
