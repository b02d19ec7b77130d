import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { useUser } from '../session/state.ts'
import { useMenu } from '../shell/useMenu.ts'
import { PageHeader } from '../ui/layout.tsx'
import css from './LaunchpadPage.module.css'

/** Where the console starts: the pages one may use. */
export function LaunchpadPage() {
  const user = useUser()
  const groups = useMenu().filter((group) => group.id !== 'start')
  return (
    <>
      <PageHeader title={m.launchpad_title({ name: user.givenName })} sentence={m.launchpad_sentence({ company: user.company })} />
      {groups.map((group) => (
        <section key={group.id} className={css.section}>
          {group.label === undefined ? null : <h2>{group.label()}</h2>}
          <ul className={css.grid}>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} className={css.tile}>
                  <entry.icon aria-hidden />
                  <span className={css.name}>{entry.label()}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
