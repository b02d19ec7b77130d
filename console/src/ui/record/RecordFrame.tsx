import { useNavigate, type LinkOptions } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { isForInputMethod } from '../../theme/inputMethod.ts'
import { IconButton } from '../form/Button.tsx'
import { PageHeader } from '../display/PageHeader.tsx'
import { TabLinks, type TabLink } from '../display/TabLinks.tsx'
import css from './RecordFrame.module.css'
import { useRecordView } from './view.ts'

export interface RecordFact {
  term: string
  value: ReactNode
}

export interface RecordFrameProps {
  title: string
  /** Its kind: "User". */
  kind: string
  status?: ReactNode
  facts?: readonly RecordFact[]
  actions?: ReactNode
  tabs?: readonly TabLink[]
  /** The page of the record. */
  link: LinkOptions
  /** Navigates to the list. */
  onClose: () => void
  children: ReactNode
}

/** Dialogs, menus and lists of choices have keys of their own. */
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * A record: a peek beside the list that it was opened from, or a page. Both have the same address, and what is typed stays when the
 * window gets too narrow for both: the content has the same place in the tree.
 */
export function RecordFrame({ title, kind, status, facts, actions, tabs, link, onClose, children }: RecordFrameProps) {
  const isPeek = useRecordView() === 'peek'
  const id = useId()
  const navigate = useNavigate()
  const frame = useRef<HTMLElement>(null)
  usePeekKeys(frame, { isPeek, onClose })
  const openPage = () => void navigate(link)
  return (
    // The keys of the frame itself; every control in it keeps its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      className={isPeek ? css.peek : css.page}
      data-peek-frame={isPeek ? '' : undefined}
      aria-labelledby={isPeek ? id : undefined}
      aria-label={isPeek ? undefined : title}
      tabIndex={isPeek ? -1 : undefined}
      onKeyDown={(event) => isPeek && event.key === 'Enter' && event.target === event.currentTarget && openPage()}
    >
      {isPeek ? (
        <header className={css.head}>
          <div className={css.titles}>
            <h2 id={id} className={css.title}>
              {title}
            </h2>
            {status === undefined ? null : <div className={css.status}>{status}</div>}
          </div>
          {actions}
          <IconButton label={m.record_open({ name: title })} icon={<Maximize2 />} onClick={openPage} />
          <IconButton label={m.ui_close()} icon={<X />} onClick={() => closePeek(onClose)} />
        </header>
      ) : (
        <PageHeader title={title} sentence={status} actions={actions} />
      )}
      <Facts facts={facts} />
      {tabs ? <TabLinks inPanel={isPeek} label={kind} tabs={tabs} /> : null}
      {isPeek ? null : <h2 className="visually-hidden">{kind}</h2>}
      <div className={isPeek ? css.body : css.pageBody}>{children}</div>
    </section>
  )
}

/** A peek takes the focus from the list, and Escape closes it. */
function usePeekKeys(frame: RefObject<HTMLElement | null>, { isPeek, onClose }: { isPeek: boolean; onClose: () => void }): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isPeek) return
    if (!frame.current?.contains(document.activeElement)) frame.current?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isForInputMethod(event) || document.querySelector(popups)) return
      closePeek(close.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, isPeek])
}

/** The focus goes back to the row. */
function closePeek(onClose: () => void): void {
  document.querySelector<HTMLElement>('tr[data-open] a')?.focus()
  onClose()
}

function Facts({ facts = [] }: { facts?: readonly RecordFact[] | undefined }) {
  if (facts.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
