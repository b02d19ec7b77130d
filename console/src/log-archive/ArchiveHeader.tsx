import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import type { LogArchive } from '@steward/contract/log-fields'
import { m } from '@steward/contract/paraglide/messages'
import { jsonLinesType } from '@steward/contract/rules/exports'
import { alertFailure } from '../api/alertFailure.ts'
import { api } from '../api/client.ts'
import { saveFile } from '../exports/download.ts'
import { formatBytes } from '../exports/labels.ts'
import { formatDate } from '../i18n/time.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { Button } from '../ui/form/Button.tsx'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { monthName } from './labels.ts'
import type { ArchiveSource } from './source.ts'
import css from './ArchiveHeader.module.css'

/** Above an archived month: which one it is, its file, and the way back to the log. */
export function ArchiveHeader({ source, archive }: { source: ArchiveSource; archive: LogArchive | undefined }) {
  return (
    <>
      <PageHeader
        title={source.title()}
        sentence={m.archive_sentence()}
        actions={
          <ButtonLink icon={<ArrowLeft />} link={{ to: source.path, search: {} }}>
            {m.archive_close()}
          </ButtonLink>
        }
      />
      {archive ? (
        <div className={css.archived}>
          <About source={source} archive={archive} />
        </div>
      ) : null}
    </>
  )
}

function About({ source, archive }: { source: ArchiveSource; archive: LogArchive }) {
  const { archiveId, month, rowCount, sizeBytes, archivedAt } = archive
  const download = useMutation({
    mutationKey: ['Logs_download_archive'],
    mutationFn: () => api(source.download, { params: { archiveId } }),
    onSuccess: (content) => saveFile(new Blob([content], { type: jsonLinesType }), `${source.fileName}-${month}.jsonl`),
    onError: (error) => alertFailure(error, m.archive_download_failed()),
  })
  return (
    <Callout
      tone="info"
      title={m.archive_from({ month: monthName(archive) })}
      actions={
        <Button icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
          {m.archive_download()}
        </Button>
      }
    >
      {m.archive_facts({
        entries: m.archive_count({ count: rowCount }),
        size: formatBytes(sizeBytes),
        date: formatDate(archivedAt),
      })}
    </Callout>
  )
}
