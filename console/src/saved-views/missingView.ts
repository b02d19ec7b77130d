import type { AnyRouter } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { queryClient } from '../api/query.ts'
import { savedViewParam } from '../ui/table/search.ts'
import { savedViewsQuery } from './start.ts'

/** Says that the view that a link asks for is not there, and takes it out of the address. */
export async function nameMissingView(router: AnyRouter): Promise<void> {
  const id = savedViewParam(router.state.location.search)
  if (id === undefined) return
  const { items } = await queryClient.ensureQueryData(savedViewsQuery)
  if (items.some(({ savedViewId }) => savedViewId === id)) return
  alerts.warning(m.views_missing())
  const search = { ...router.latestLocation.search, savedView: undefined }
  await router.navigate({ to: '.', search, state: true, replace: true })
}
