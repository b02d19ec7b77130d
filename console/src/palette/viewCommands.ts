import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { viewedLists } from '@steward/contract/saved-views/lists'
import { pageTitleOf } from '../pages/pageTitles.ts'
import { savedViewsQuery } from '../saved-views/start.ts'
import { addressOf } from '../saved-views/views.ts'
import type { Command } from './commands.ts'

/** The saved views of all lists. */
export function useViewCommands(): Command[] {
  const views = useQuery({ ...savedViewsQuery, retry: false }).data?.items ?? []
  return views.map((view) => ({
    id: `view:${view.savedViewId}`,
    label: view.name,
    detail: pageTitleOf(viewedLists[view.list])?.(),
    icon: Bookmark,
    target: { path: `${viewedLists[view.list]}?${addressOf(view)}` },
  }))
}
