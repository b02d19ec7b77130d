import { useQuery } from '@tanstack/react-query'
import { Sprout } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { greetedName } from '../i18n/format.ts'
import { configQuery } from '../api/config.ts'
import { useFlags } from '../flags/state.ts'
import { HomeParts } from '../home/HomeParts.tsx'
import { permissionsQuery, usePermission } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import type { MenuPage, ShownLink } from '../pages/menu.ts'
import { useAllowedMenu } from '../pages/useMenu.ts'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { applicationsOf } from './applications.ts'
import { Applications, withAddress } from './Applications.tsx'
import { PageTile } from './LaunchpadTiles.tsx'
import css from './LaunchpadPage.module.css'
import { recentPages } from '../pages/recentPages.ts'

/** The start page: applications, then for people with a side menu what needs them, and the pages of the console, recent ones first. */
export function LaunchpadPage() {
  const user = useUser()
  const facts = useQuery(permissionsQuery).data?.facts
  const own = applicationsOf(facts === undefined ? user.apps : Object.keys(facts.apps), useFlags())
  const config = useQuery(configQuery)
  const hasMenu = usePermission('Navigation.SideMenu')
  const pages = usePages(user.userId)
  const applications = withAddress(own, config)
  if (applications.shown.length === 0 && pages.length === 0)
    return <NothingYet name={greetedName(user)} company={user.company} username={user.username} />
  return (
    <>
      <PageHeader title={m.launchpad_title({ name: greetedName(user) })} sentence={m.launchpad_sentence({ company: user.company })} />
      <Applications {...applications} showsMissing={hasMenu} />
      {hasMenu ? <HomeParts /> : null}
      {pages.length === 0 ? null : (
        <section className={css.section} aria-labelledby="launchpad-pages">
          <h2 id="launchpad-pages">{m.launchpad_pages()}</h2>
          <ul className={css.pages}>
            {pages.map((page) => (
              <li key={'path' in page.entry ? page.entry.path : page.entry.href}>
                <PageTile {...page} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The pages of the menu, most recent first, then external links. Also shown when the side menu is not. */
function usePages(userId: string) {
  const recent = recentPages(userId)
  const rank = (entry: MenuPage | ShownLink) =>
    'path' in entry && recent.includes(entry.path) ? recent.indexOf(entry.path) : recent.length
  return useAllowedMenu()
    .flatMap((group) => group.entries.map((entry) => ({ entry, groupLabel: group.label?.(), isRecent: rank(entry) < recent.length })))
    .filter(({ entry }) => !('path' in entry) || entry.path !== '/launchpad')
    .sort((a, b) => rank(a.entry) - rank(b.entry))
}

/** For users without any permissions yet. */
function NothingYet({ name, company, username }: { name: string; company: string; username: string }) {
  return (
    <EmptyState level={1} icon={<Sprout />} title={m.launchpad_empty_title({ name })}>
      <p>{m.launchpad_empty_text({ company })}</p>
      <p>{m.launchpad_empty_next({ username })}</p>
    </EmptyState>
  )
}
