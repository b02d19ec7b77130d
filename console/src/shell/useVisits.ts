import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteVisit } from '../pages/recentPages.ts'
import { noteEntity } from '../palette/recentEntities.ts'
import { useAuth } from '../session/token/state.ts'

/** Records every page, user, group and role that the signed-in user opens from now on. */
export function useVisits(): void {
  const router = useRouter()
  const userId = useAuth().user?.userId
  useEffect(() => {
    if (userId === undefined) return
    const note = (pathname: string) => {
      noteVisit(userId, pathname)
      noteEntity(userId, pathname)
    }
    note(router.state.location.pathname)
    // Before the page is drawn: a page that is left quickly counts, too.
    return router.subscribe('onLoad', ({ toLocation }) => note(toLocation.pathname))
  }, [router, userId])
}
