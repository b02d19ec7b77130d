import { useNavigate, type LinkOptions } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
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

/** A record: a peek beside the list that it was opened from, or a page. Both have the same address. */
export function RecordFrame(props: RecordFrameProps) {
  return useRecordView() === 'peek' ? <Peek {...props} /> : <Page {...props} />
}

function Page({ title, kind, status, facts, actions, tabs, children }: RecordFrameProps) {
  return (
    <section className={css.page} aria-label={title}>
      <PageHeader title={title} sentence={status} actions={actions} />
      <Facts facts={facts} />
      {tabs ? <TabLinks label={kind} tabs={tabs} /> : null}
      <h2 className="visually-hidden">{kind}</h2>
      <div className={css.pageBody}>{children}</div>
    </section>
  )
}

/** Dialogs, menus and lists of choices have keys of their own. */
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

function Peek({ title, kind, status, facts, actions, tabs, link, onClose, children }: RecordFrameProps) {
  const id = useId()
  const navigate = useNavigate()
  const frame = useRef<HTMLElement>(null)
  const openPage = () => void navigate(link)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    frame.current?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(popups)) return
      closePeek(close.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    // The keys of the frame itself; every control in it keeps its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      className={css.peek}
      data-peek-frame
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && openPage()}
    >
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
      <Facts facts={facts} />
      {tabs ? <TabLinks inPanel label={kind} tabs={tabs} /> : null}
      <div className={css.body}>{children}</div>
    </section>
  )
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
