import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../i18n/time.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Button } from '../ui/form/Button.tsx'
import css from './AsOfNotice.module.css'

/** Marks a page that shows another moment; nothing on it can be changed. */
export function AsOfNotice({ asOf, onBack }: { asOf: string; onBack: () => void }) {
  return (
    <div className={css.notice}>
      <Callout
        tone="warning"
        role="status"
        title={m.access_as_of_notice({ moment: formatMoment(asOf) })}
        actions={
          <Button small onClick={onBack}>
            {m.access_as_of_back()}
          </Button>
        }
      >
        {m.access_as_of_notice_text()}
      </Callout>
    </div>
  )
}
