import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { cx } from '../ui/display/cx.ts'
import { buttonClass } from '../ui/form/Button.tsx'
import { failureLabels } from './failureLabels.ts'
import { formatShare, progressText, shareOf, statusLabels } from './labels.ts'
import { fileQuery, isUnfinished, saveTemporaryFile } from './queries.ts'
import css from './StartedExport.module.css'

/**
 * In place of the button that started a background export: its progress, and a link to its details. Downloads the file once it
 * is ready; `onEnd` is called when there is nothing more to show, with whether it has the focus.
 */
export function StartedExport({ fileId, onEnd }: { fileId: string; onEnd: (hadFocus: boolean) => void }) {
  const { data: file, error } = useQuery(fileQuery(fileId))
  const link = useRef<HTMLAnchorElement>(null)
  const hasEnded = error !== null || (file !== undefined && !isUnfinished(file))
  const end = useRef(() => {})
  useEffect(() => {
    end.current = () => {
      if (file?.status === 'ready') {
        saveTemporaryFile(file).then(
          () => alerts.success(m.download_started({ name: file.fileName })),
          (failure: unknown) => alertFailure(failure, m.files_error_open()),
        )
      } else if (file?.status === 'failed') {
        alerts.danger(m.files_export_failed({ name: file.fileName, reason: failureLabels[file.failure ?? 'internal']() }))
      } else if (error) alertFailure(error, m.files_error_get())
      onEnd(document.activeElement === link.current)
    }
  })
  useEffect(() => {
    if (hasEnded) end.current()
  }, [hasEnded])
  // The button that was pressed is gone.
  useEffect(() => {
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [])
  const share = file?.status === 'running' ? shareOf(file) : undefined
  return (
    <Link
      ref={link}
      to="/download"
      search={{ file: fileId }}
      className={cx(buttonClass('secondary'), css.progress)}
      title={share === undefined ? undefined : file && progressText(file)}
    >
      {share === undefined ? null : <span className={css.done} style={{ width: `${share * 100}%` }} />}
      <span>{m.files_export_running({ percent: share === undefined ? statusLabels.queued() : formatShare(share) })}</span>
    </Link>
  )
}
