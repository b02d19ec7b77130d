import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../../i18n/format.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { namesOf, type TagOutcome } from './createTags.ts'
import css from './tags.module.css'

/** What became of each name, if not all of them were created. */
export function Outcomes({ outcomes }: { outcomes: readonly TagOutcome[] }) {
  const created = namesOf(outcomes, 'created')
  const duplicates = namesOf(outcomes, 'duplicate')
  const failed = outcomes.filter((outcome) => outcome.state === 'failed')
  if (duplicates.length + failed.length === 0) return null
  return (
    <div className={css.outcomes}>
      {failed.length === 0 ? null : (
        <Callout tone="danger" role="alert" title={m.tags_create_failed({ count: failed.length })}>
          <ul className={css.failed}>
            {failed.map(({ tagName, message }) => (
              <li key={tagName}>
                <span className={css.name}>{tagName}</span> {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {duplicates.length === 0 ? null : (
        <Callout tone="warning" role="alert">
          <span className={css.names}>{m.tags_already_exist({ names: formatList(duplicates) })}</span>
        </Callout>
      )}
      {created.length === 0 ? null : (
        <Callout tone="success">
          <span className={css.names}>{m.tags_created_names({ names: formatList(created), count: created.length })}</span>
        </Callout>
      )}
    </div>
  )
}
