import { m } from '@steward/contract/paraglide/messages'
import { recentPages } from '../pages/recentPages.ts'
import { useUser } from '../session/token/state.ts'
import { useActionCommands, usePageCommands, type Command, type Section } from './commands.ts'
import { useFound, useRecentEntities, type Found } from './found.ts'
import { useHelpCommands } from './helpCommands.ts'
import { bestFirst, matchScore } from '../i18n/match.ts'
import { useOfferedSections } from './offered.tsx'
import { useSettingCommands } from './settingCommands.ts'
import { useRateCommands } from './rateCommands.ts'
import { useViewCommands } from './viewCommands.ts'

export interface Sections extends Omit<Found, 'sections'> {
  sections: Section[]
}

const recentPagesShown = 3
const helpPagesShown = 5

/** The palette's results for a text, best first; without a text, recent entities and available actions. */
export function useSections(typed: string): Sections {
  const { userId } = useUser()
  const pages = usePageCommands()
  const actions = [...useRateCommands(), ...useActionCommands()]
  const offered = useOfferedSections()
  const settings = useSettingCommands()
  const help = useHelpCommands()
  const views = useViewCommands()
  const found = useFound(typed)
  const entities = useRecentEntities()
  const text = typed.trim()
  const here = location.pathname
  const recent = recentPages(userId)
    .flatMap((path) => pages.find((page) => 'path' in page.target && page.target.path === path) ?? [])
    .filter((page) => !('path' in page.target && here.endsWith(page.target.path)))
    .slice(0, recentPagesShown)
    .map((page) => ({ ...page, id: `recent:${page.id}` }))
  const own: Section[] =
    text === ''
      ? [
          ...offered,
          { id: 'recent', title: m.palette_recent(), commands: [...entities, ...recent] },
          { id: 'pages', title: m.palette_pages(), commands: pages },
          { id: 'actions', title: m.palette_actions(), commands: actions },
        ]
      : sortedByBest([
          { id: 'pages', title: m.palette_pages(), commands: fitting(text, pages) },
          { id: 'actions', title: m.palette_actions(), commands: fitting(text, actions) },
          { id: 'views', title: m.views_title(), commands: fitting(text, views) },
          { id: 'settings', title: m.palette_settings(), commands: fitting(text, settings) },
          ...offered.map((section) => ({ ...section, commands: fitting(text, section.commands) })),
        ])
  // Help is about what there is to find, so it never stands before it.
  const about: Section = { id: 'help', title: m.help_title(), commands: fitting(text, help).slice(0, helpPagesShown) }
  return { ...found, sections: [...own, ...found.sections, about].filter(({ commands }) => commands.length > 0) }

  function sortedByBest(sections: Section[]): Section[] {
    const best = ({ commands: [first] }: Section) => (first === undefined ? 0 : matchScore(text, first.label, first.keywords))
    return sections.sort((a, b) => best(b) - best(a))
  }
}

/** The commands that match a text, best first. */
export const fitting = (text: string, commands: readonly Command[]): Command[] =>
  bestFirst(commands, ({ label, keywords }) => matchScore(text, label, keywords))
