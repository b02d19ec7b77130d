import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState, type RefCallback } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { helpPageOf } from '@steward/contract/rules/help-pages'
import { configQuery } from '../api/config.ts'
import { useNarrow } from '../theme/useNarrow.ts'
import { buttonClass } from '../ui/form/Button.tsx'
import { FloatingPanel } from '../ui/overlay/FloatingPanel.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { helpAddress, helpQuery, isAgeing } from './help.ts'
import css from './HelpPopup.module.css'

/** The help page of the current page; it follows navigation while open (product decisions, "Help"). */
export function HelpPopup({ open, onClose }: { open: boolean; onClose: () => void }) {
  const page = useLocation({ select: ({ pathname }) => helpPageOf(pathname) })
  const { data: config } = useQuery(configQuery)
  // The page a link in the help led to, if its origin lets us read it.
  const [shown, setShown] = useState<string>()
  const fills = useNarrow()
  if (!open || config === undefined) return null
  const address = helpAddress(config, page)
  return (
    <FloatingPanel
      title={m.help_title()}
      closeLabel={m.help_close()}
      fills={fills}
      onClose={onClose}
      actions={
        <Tooltip text={m.help_new_tab()}>
          <a className={buttonClass('quiet', true)} href={shown ?? address} target="_blank" rel="noreferrer" aria-label={m.help_new_tab()}>
            <ExternalLink />
          </a>
        </Tooltip>
      }
    >
      {/* A new frame for each page: a new URL in the same frame would add an entry to the browser's history. */}
      <HelpFrame key={address} address={address} onShow={setShown} onClose={onClose} />
    </FloatingPanel>
  )
}

interface HelpFrameProps {
  address: string
  onShow: (address: string | undefined) => void
  onClose: () => void
}

function HelpFrame({ address, onShow, onClose }: HelpFrameProps) {
  const cookie = useQuery(helpQuery)
  const { refetch } = cookie
  const [mustRenew, setMustRenew] = useState(() => isAgeing(cookie))
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (mustRenew) void refetch().then(() => setMustRenew(false))
  }, [mustRenew, refetch])

  const follow: RefCallback<HTMLIFrameElement> = (frame) => {
    if (frame === null) return
    const onLoad = () => {
      setIsLoaded(true)
      onShow(addressIn(frame))
      // Key presses inside a frame don't bubble out of it.
      inside(frame)?.addEventListener('keydown', (event) => event.key === 'Escape' && onClose())
    }
    frame.addEventListener('load', onLoad)
    return () => frame.removeEventListener('load', onLoad)
  }
  return (
    <div className={css.page} aria-busy={!isLoaded}>
      {isLoaded ? null : (
        <div className={css.loading}>
          <SkeletonLines />
        </div>
      )}
      {mustRenew ? null : (
        // A sandbox with scripts could be removed by a same-origin page, so the page's own CSP restricts it instead.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe ref={follow} className={css.frame} data-loaded={isLoaded ? '' : undefined} src={address} title={m.help_frame()} />
      )}
    </div>
  )
}

/** The frame's window if it is same-origin; other sites are inaccessible. */
function inside(frame: HTMLIFrameElement): Window | undefined {
  return frame.contentDocument === null ? undefined : (frame.contentWindow ?? undefined)
}

const addressIn = (frame: HTMLIFrameElement): string | undefined => inside(frame)?.location.href
