import { useRouterState } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { isPublicPath } from '@steward/contract/rules/routes'
import { useShownMoment } from '../api/moment.ts'
import { EmptyState } from '../ui/display/states.tsx'

/** A page at the moment that the console shows. Another moment starts it again, so that nothing of the one before stays. */
export function AtMoment({ children }: { children: ReactNode }) {
  const moment = useShownMoment()
  const isShown = useRouterState({
    select: ({ matches, location }) =>
      isPublicPath(location.pathname) ||
      matches.findLast(({ staticData }) => staticData.hasPast !== undefined)?.staticData.hasPast === true,
  })
  return (
    <Fragment key={moment}>
      {moment === undefined || isShown ? (
        children
      ) : (
        <EmptyState level={1} icon={<Clock />} title={m.shell_moment_none_title()}>
          {m.shell_moment_none_text()}
        </EmptyState>
      )}
    </Fragment>
  )
}
