import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { helpPageOfRoute } from '@steward/contract/rules/help-pages'
import { missingPermission } from '@steward/contract/rules/routes'
import { configQuery } from '../api/config.ts'
import { helpAddress } from '../help/help.ts'
import { pageTitleOf } from '../pages/pageTitles.ts'
import { useCan } from '../session/permissions/permissions.ts'
import type { Command } from './commands.ts'

/** Help that explains no page of its own. */
const basics = [
  { page: 'basics/lists', label: m.palette_help_lists },
  { page: 'basics/top-bar', label: m.palette_help_top_bar },
  { page: 'basics/changes', label: m.palette_help_changes },
  { page: 'basics/undo', label: m.palette_help_undo },
]

/** The help of every page that the user can open, in a new tab as from the help panel. */
export function useHelpCommands(): Command[] {
  const router = useRouter()
  const can = useCan()
  const { data: config } = useQuery(configQuery)
  if (config === undefined) return []
  const ofPages = Object.keys(router.routesByPath).flatMap((path) => {
    const title = path.includes('$') || missingPermission(path, can) !== undefined ? undefined : pageTitleOf(path)?.()
    return title === undefined ? [] : [{ page: helpPageOfRoute(path), title }]
  })
  const all = [...ofPages, ...basics.map(({ page, label }) => ({ page, title: label() }))]
  return all.map(({ page, title }) => ({
    id: `help:${page}`,
    label: m.palette_help_of({ title }),
    keywords: page.replaceAll(/[/-]/g, ' '),
    icon: CircleHelp,
    target: { href: helpAddress(config, page) },
  }))
}
