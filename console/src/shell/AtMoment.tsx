import { useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { isPublicPath } from '@steward/contract/rules/routes'
import { useShownMoment } from '../api/moment.ts'
import { deferred } from '../ui/overlay/deferred.tsx'

const NoPast = deferred<object>(async () => (await import('./NoPast.tsx')).NoPast)

/** A page at the moment that the console shows. Another moment starts it again, so that nothing of the one before stays. */
export function AtMoment({ children }: { children: ReactNode }) {
  const moment = useShownMoment()
  const isShown = useRouterState({
    select: ({ matches, location }) =>
      isPublicPath(location.pathname) ||
      matches.findLast(({ staticData }) => staticData.hasPast !== undefined)?.staticData.hasPast === true,
  })
  return <Fragment key={moment}>{moment === undefined || isShown ? children : <NoPast />}</Fragment>
}
