import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../i18n/time.ts'
import { momentHash } from '../session/settings/hashes.ts'
import { Button } from '../ui/form/Button.tsx'
import { useOverlayHash } from '../ui/overlay/useOverlayHash.ts'
import css from './MomentBanner.module.css'

/** Marks every page while it shows another moment, and leads back. */
export function MomentBanner({ moment }: { moment: string }) {
  const navigate = useNavigate()
  const showOverlay = useOverlayHash()
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-moment', true)
    return () => document.documentElement.removeAttribute('data-moment')
  }, [])
  return (
    <section className={css.banner} aria-label={m.shell_moment()}>
      <History aria-hidden className={css.icon} />
      <p className={css.text} role="status">
        <strong>{m.access_as_of_notice({ moment: formatMoment(moment) })}</strong>{' '}
        <span className={css.more}>{m.access_as_of_notice_text()}</span>
      </p>
      <div className={css.actions}>
        <Button small onClick={() => showOverlay(momentHash)}>
          {m.shell_moment_other()}
        </Button>
        <Button small kind="primary" onClick={() => void navigate({ to: '.', search: (previous) => ({ ...previous, moment: undefined }) })}>
          {m.access_as_of_back()}
        </Button>
      </div>
    </section>
  )
}
