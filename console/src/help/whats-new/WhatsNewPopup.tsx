import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NewsBlock, NewsEntry, NewsSpan } from '@steward/contract/help/whats-new-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { cached } from '../../i18n/format.ts'
import { pageTitleOf } from '../../pages/pageTitles.ts'
import { useNarrow } from '../../theme/useNarrow.ts'
import { PlainLink } from '../../ui/display/PlainLink.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { FloatingPanel } from '../../ui/overlay/FloatingPanel.tsx'
import { ScrollRegion } from '../../ui/table/ScrollRegion.tsx'
import { markSeen, whatsNewQuery } from './queries.ts'
import css from './WhatsNewPopup.module.css'

interface PanelProps {
  open: boolean
  onClose: () => void
}

/** What the product gained lately (specification 1, section 9). Opening it marks everything as read. */
export function WhatsNewPopup({ open, onClose }: PanelProps) {
  return open ? <OpenPanel onClose={onClose} /> : null
}

function OpenPanel({ onClose }: Pick<PanelProps, 'onClose'>) {
  const query = useQuery(whatsNewQuery)
  const fills = useNarrow()
  const { data } = query
  const marked = useUnreadAtOpening(data?.items)
  return (
    <FloatingPanel title={m.whatsnew_title()} closeLabel={m.whatsnew_close()} size="whats-new" fills={fills} onClose={onClose}>
      {data === undefined ? (
        <div className={css.state}>
          <PendingState query={query} fallback={m.whatsnew_error()} lines={8} level={2} />
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState icon={<Sparkles />} title={m.whatsnew_empty_title()}>
          {m.whatsnew_empty_text()}
        </EmptyState>
      ) : (
        <ScrollRegion label={m.whatsnew_title()} className={css.list}>
          {data.items.map((entry) => (
            <Entry key={entry.entryId} entry={entry} isNew={marked.has(entry.entryId)} onFollow={fills ? onClose : undefined} />
          ))}
        </ScrollRegion>
      )}
    </FloatingPanel>
  )
}

/** What was unread when the panel opened stays marked in it, although it counts as read from then on. */
function useUnreadAtOpening(items: readonly NewsEntry[] | undefined): ReadonlySet<string> {
  const client = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const unread = items?.filter(({ isUnread }) => isUnread) ?? []
  const newest = unread[0]?.entryId
  if (unread.some(({ entryId }) => !marked.has(entryId))) setMarked(new Set([...marked, ...unread.map(({ entryId }) => entryId)]))
  useEffect(() => {
    if (newest !== undefined) void markSeen(client, newest)
  }, [client, newest])
  return marked
}

/** A day is the same in every time zone. */
const formatDay = (day: string): string =>
  cached('day-of-utc', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })).format(Date.parse(day))

interface EntryProps {
  entry: NewsEntry
  isNew: boolean
  onFollow: (() => void) | undefined
}

function Entry({ entry: { entryId, date, title, language, blocks, page }, isNew, onFollow }: EntryProps) {
  const pageTitle = page === null ? undefined : pageTitleOf(page)?.()
  const id = `news-${entryId}`
  return (
    <article className={css.entry} aria-labelledby={id}>
      <p className={css.when}>
        <time dateTime={date}>{formatDay(date)}</time>
        {isNew ? <span className={css.new}>{m.whatsnew_new()}</span> : null}
      </p>
      <h3 id={id} lang={language} className={css.title}>
        {title}
      </h3>
      <div lang={language} className={css.text}>
        {blocks.map((block, index) => (
          <Block key={index} block={block} />
        ))}
      </div>
      {page === null || pageTitle === undefined ? null : (
        <p>
          {/* The contract checks that it is a page of the console. */}
          <PlainLink link={{ to: page as '/' }} onClickCapture={onFollow}>
            {m.whatsnew_open({ page: pageTitle })}
          </PlainLink>
        </p>
      )}
    </article>
  )
}

function Block({ block: { kind, items } }: { block: NewsBlock }) {
  const lines = items.map((item) => item.map((span, index) => <Span key={index} span={span} />))
  if (kind === 'paragraph') return <p>{lines}</p>
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

function Span({ span: { style, text } }: { span: NewsSpan }) {
  if (style === 'strong') return <strong>{text}</strong>
  if (style === 'emphasis') return <em>{text}</em>
  return style === 'code' ? <code>{text}</code> : text
}
