import { m } from '@steward/contract/paraglide/messages'
import type { BulkFailure } from '../../api/runEach.ts'
import { formatNumber } from '../../i18n/time.ts'
import { Button } from '../form/Button.tsx'
import css from './BulkResult.module.css'
import { Dialog } from './Dialog.tsx'

/** The failures of a bulk action, each with its reason. Successes are shown in an alert. */
export function BulkResultDialog({
  title,
  text,
  failures,
  onClose,
}: {
  title: string
  text: string
  failures: readonly BulkFailure[]
  onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} title={title} description={text} footer={<Button onClick={onClose}>{m.ui_close()}</Button>}>
      <ul className={css.list} aria-label={m.ui_bulk_failures()}>
        {failures.map((failure) => (
          <li key={failure.id}>
            <span className={css.name}>{failure.name}</span>
            <span className={css.reason}>{failure.message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The first names affected by an action, then the number of others. People can share a name. */
export function NamedOnes({ names, shown = 5 }: { names: readonly string[]; shown?: number }) {
  const rest = names.length - shown
  return (
    <ul className={css.names}>
      {names.slice(0, shown).map((name, place) => (
        <li key={place}>{name}</li>
      ))}
      {rest > 0 ? <li className={css.reason}>{m.ui_and_more({ count: formatNumber(rest) })}</li> : null}
    </ul>
  )
}
