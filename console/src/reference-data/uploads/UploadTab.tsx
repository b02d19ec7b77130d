import { useQuery } from '@tanstack/react-query'
import { Plus, TableProperties } from 'lucide-react'
import { useState } from 'react'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../../api/problem.ts'
import { Button } from '../../ui/form/Button.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { uploadFault } from '../../uploads/useUpload.ts'
import { useEditReason } from '../schemes/permissions.ts'
import { useScheme, useVintage, type VintageKey } from '../vintages/queries.ts'
import { Earlier } from './Earlier.tsx'
import { FileFormat } from './FileFormat.tsx'
import { isRunning, uploadsQuery } from './queries.ts'
import { RunningProgress, SendingProgress } from './Progress.tsx'
import { Result } from './Result.tsx'
import { dismissSending, startUpload, useSending } from './store.ts'
import css from './UploadTab.module.css'

const schemePath = '/reference-data/currencies/currency-schemes/$scheme'

/** Uploads rates into a draft: the file that is running, its result, and the ones before. */
export function UploadTab(key: VintageKey) {
  const vintage = useVintage(key)
  const reason = useEditReason()
  if (vintage === undefined) return null
  if (vintage.status === 'Draft') return <Upload vintageKey={key} />
  return (
    <EmptyState
      title={m.rates_upload_published()}
      actions={
        <>
          <ButtonLink
            icon={<TableProperties />}
            link={{ to: `${schemePath}/$version`, params: { scheme: key.scheme, version: key.vintage } }}
          >
            {m.rates_show()}
          </ButtonLink>
          <ButtonLink icon={<Plus />} disabledReason={reason} link={{ to: `${schemePath}/new`, params: { scheme: key.scheme } }}>
            {m.vintages_create()}
          </ButtonLink>
        </>
      }
    >
      {m.error_vintage_published()}
    </EmptyState>
  )
}

function Upload({ vintageKey: key }: { vintageKey: VintageKey }) {
  const reason = useEditReason()
  const scheme = useScheme(key.scheme)
  const query = useQuery(uploadsQuery(key))
  const sending = useSending(key, { isShown: true })
  const isSending = sending !== undefined && sending.error === undefined
  const uploads = query.data?.items ?? []
  // The server lists the file of this tab while it receives it; the bytes sent from here say more.
  const known = isSending ? uploads.filter(({ status }) => status !== 'receiving') : uploads
  const [newest, ...before] = known
  const isBusy = isSending || (newest !== undefined && isRunning(newest))
  return (
    <div className={css.tab}>
      {isSending ? <SendingProgress sending={sending} /> : null}
      {sending?.error === undefined ? null : <NotSent vintageKey={key} error={sending.error} />}
      {!isSending && sending === undefined && newest ? <Newest upload={newest} vintageKey={key} /> : null}
      {isBusy ? null : <ChooseFile vintageKey={key} reason={reason} />}
      {query.error ? (
        <ErrorState
          error={query.error}
          fallback={m.rates_error_uploads()}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : null}
      {isBusy ? null : <FileFormat anchor={scheme?.anchorCurrencyCode} />}
      <Earlier uploads={isSending || sending ? known : before} />
    </div>
  )
}

function Newest({ upload, vintageKey }: { upload: RateUpload; vintageKey: VintageKey }) {
  return isRunning(upload) ? <RunningProgress upload={upload} /> : <Result upload={upload} vintageKey={vintageKey} />
}

function ChooseFile({ vintageKey, reason }: { vintageKey: VintageKey; reason: string | undefined }) {
  const [fault, setFault] = useState<string>()
  const choose = (file: File) => {
    const refused = uploadFault(file)
    setFault(refused)
    if (refused === undefined) void startUpload(vintageKey, file)
  }
  return (
    <FileDrop
      label={m.rates_upload_file()}
      text={m.users_import_drop()}
      hint={reason ?? m.rates_upload_hint()}
      accept=".csv,text/csv,.txt"
      onFile={choose}
      disabled={reason !== undefined}
      error={fault}
    />
  )
}

function NotSent({ vintageKey, error }: { vintageKey: VintageKey; error: unknown }) {
  return (
    <Callout
      tone="danger"
      role="alert"
      title={problemMessage(error, m.rates_error_upload())}
      actions={
        <Button small onClick={() => dismissSending(vintageKey)}>
          {m.rates_upload_dismiss()}
        </Button>
      }
    >
      {m.rates_upload_nothing_saved()}
    </Callout>
  )
}
