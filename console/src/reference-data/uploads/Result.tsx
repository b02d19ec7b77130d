import { useQuery } from '@tanstack/react-query'
import { ListChecks, TableProperties } from 'lucide-react'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { RejectedFile } from '../../uploads/RejectedFile.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { RefusedLines } from '../shared/RefusedLines.tsx'
import type { VintageKey } from '../vintages/queries.ts'
import { uploadQuery } from './queries.ts'
import css from './Result.module.css'

const path = '/reference-data/currencies/currency-schemes/$scheme/$version'

/** How an upload ended, and what to do next. */
export function Result({ upload, vintageKey }: { upload: RateUpload; vintageKey: VintageKey }) {
  return (
    <section className={css.result} aria-label={m.rates_result({ name: upload.fileName })}>
      <div role="status">
        <Outcome upload={upload} vintageKey={vintageKey} />
      </div>
      {upload.encoding === null || upload.encoding === 'utf-8' ? null : (
        <Callout tone="info">{m.rates_upload_encoding({ encoding: upload.encoding })}</Callout>
      )}
      {upload.status === 'refused' ? <UploadedRefusals upload={upload} /> : null}
    </section>
  )
}

function Outcome({ upload, vintageKey: { scheme, vintage } }: { upload: RateUpload; vintageKey: VintageKey }) {
  if (upload.status === 'refused') {
    return (
      <Callout
        tone="danger"
        title={m.rates_refused_title({ count: upload.refused, name: upload.fileName })}
        actions={upload.rejectedFileId === null ? undefined : <RejectedFile fileId={upload.rejectedFileId} />}
      >
        {m.rates_refused_text()} {upload.rejectedFileId === null ? null : m.users_import_refused_kept()}
      </Callout>
    )
  }
  if (upload.status === 'failed') {
    return (
      <Callout tone="danger" title={m.rates_failed_title({ name: upload.fileName })}>
        {m.rates_upload_nothing_saved()} {m.rates_failed_text()}
      </Callout>
    )
  }
  const { added, changed, unchanged } = upload
  return (
    <Callout
      tone="success"
      title={m.rates_finished_title({ count: upload.rowCount, name: upload.fileName })}
      actions={
        <>
          <ButtonLink icon={<ListChecks />} link={{ to: `${path}/review`, params: { scheme, version: vintage } }}>
            {m.vintages_review()}
          </ButtonLink>
          <ButtonLink icon={<TableProperties />} link={{ to: path, params: { scheme, version: vintage } }}>
            {m.rates_show()}
          </ButtonLink>
        </>
      }
    >
      {m.rates_finished_text({ added: formatNumber(added), changed: formatNumber(changed), unchanged: formatNumber(unchanged) })}
    </Callout>
  )
}

/** The first thousand refused lines. Lists of uploads have fewer, which are shown until all are there. */
function UploadedRefusals({ upload }: { upload: RateUpload }) {
  const { refused, refusedLines } = useQuery(uploadQuery(upload.uploadId)).data ?? upload
  return <RefusedLines lines={refusedLines} shown={refusedLines.length} total={refused} />
}
