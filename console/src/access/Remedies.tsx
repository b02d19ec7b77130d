import { Link, useRouter } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { alternatives, offered, type Remedy } from '@steward/contract/rules/remedies'
import type { Reason } from '@steward/contract/rules/expression'
import { useCan } from '../session/permissions/permissions.ts'
import { formatNumber } from '../i18n/time.ts'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import shared from './access.module.css'
import css from './Remedies.module.css'
import { remedyTexts, type Asked, type Place } from './remedies.ts'

/** Shortest lists of changes that are shown. */
const shown = 4

/** What would have to change for a refused permission, each way with where it is changed. */
export function Remedies({ reason, asked, level }: { reason: Reason; asked: Asked; level: 3 | 4 }) {
  const Heading = level === 3 ? 'h3' : 'h4'
  const ways = offered(alternatives(reason))
  if (ways.length === 0) return <p className={shared.found}>{m.access_no_remedy()}</p>
  const rest = ways.length - shown
  return (
    <ol className={css.ways}>
      {ways.slice(0, shown).map((way, index) => (
        <li key={index}>
          {ways.length > 1 ? <Heading className={css.way}>{m.access_way({ number: formatNumber(index + 1) })}</Heading> : null}
          <ul className={css.steps}>
            {way.map((remedy) => (
              <Step key={JSON.stringify(remedy)} remedy={remedy} asked={asked} />
            ))}
          </ul>
        </li>
      ))}
      {rest > 0 ? <li className={shared.found}>{m.access_more_ways({ count: rest })}</li> : null}
    </ol>
  )
}

function Step({ remedy, asked }: { remedy: Remedy; asked: Asked }) {
  const { text, command, places } = remedyTexts(remedy, asked)
  return (
    <li>
      <span>{text}</span>
      {command === undefined ? null : <CopyValue value={command} />}
      <span className={css.places}>
        {places.map((place) => (
          <PlaceLink key={place.label} place={place} />
        ))}
      </span>
    </li>
  )
}

function PlaceLink({ place: { label, path, search, permission } }: { place: Place }) {
  const router = useRouter()
  const can = useCan()
  const exists = Object.keys(router.routesByPath).some((known) => path === known || path.startsWith(`${known}/`))
  if (!exists || !can(permission)) return null
  return (
    <Link to={path} search={search ?? {}}>
      {label}
    </Link>
  )
}
