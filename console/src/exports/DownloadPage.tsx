import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ban, Download, FileX2, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { filePermissions } from '@steward/contract/rules/exports'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { isGone } from '../api/problem.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Card } from '../ui/display/Card.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { formatDate } from '../i18n/time.ts'
import { FileStatus, Progress } from './FileStatus.tsx'
import css from './DownloadPage.module.css'
import { fileQuery, isUnfinished } from './queries.ts'
import { type FileActions, useFileActions } from './useFileActions.tsx'
import { failureLabels } from './failureLabels.ts'
import { kindLabels, permissionLabels } from './fileLabels.ts'
import { formatBytes } from './labels.ts'

/** The target of an export notification: the file's details and its download (product decisions, "Download"). */
export function DownloadPage({ fileId }: { fileId: string | undefined }) {
  return (
    <div className={css.page}>
      <PageHeader title={m.download_title()} />
      {fileId === undefined ? (
        <EmptyState icon={<FileX2 />} title={m.download_missing_title()} actions={<WayOut />}>
          {m.download_missing_text()}
        </EmptyState>
      ) : (
        <File fileId={fileId} />
      )}
    </div>
  )
}

function File({ fileId }: { fileId: string }) {
  const query = useQuery(fileQuery(fileId))
  const navigate = useNavigate()
  const mayList = usePermission('Navigation.TemporaryData')
  const actions = useFileActions()
  const leave = () => void navigate(mayList ? { to: '/developer-administration/tempData' } : { to: '/launchpad' })
  if (isGone(query.error)) {
    return (
      <EmptyState icon={<FileX2 />} title={m.download_gone_title()} actions={<WayOut />}>
        {m.download_gone_text()}
      </EmptyState>
    )
  }
  if (query.data === undefined) return <PendingState query={query} fallback={m.files_error_get()} />
  return (
    <>
      <Card title={<span className={css.name}>{query.data.fileName}</span>}>
        <div className={css.stack}>
          <State file={query.data} />
          <FileDetails file={query.data} />
          <Actions file={query.data} actions={actions} onDeleted={leave} />
        </div>
      </Card>
      <div className={css.actions}>
        <WayOut />
      </div>
      {actions.dialogs}
    </>
  )
}

/** A live region, so that screen readers announce status changes. */
function State({ file }: { file: TemporaryFile }) {
  const missing = !usePermission(filePermissions[file.kind])
  return <div role="status">{missing ? <Locked file={file} /> : <Standing file={file} />}</div>
}

function Locked({ file }: { file: TemporaryFile }) {
  return <Callout tone="warning">{m.download_no_access({ permission: permissionLabels[file.kind]() })}</Callout>
}

function Standing({ file }: { file: TemporaryFile }): ReactNode {
  switch (file.status) {
    case 'queued':
    case 'running':
      return (
        <Callout tone="info" title={m.download_waiting_title()}>
          {m.download_waiting_text()}
        </Callout>
      )
    case 'ready':
      return <Callout tone="success" title={m.download_ready_title()} />
    case 'failed':
      return (
        <Callout tone="danger" title={m.download_failed_title()}>
          {failureLabels[file.failure ?? 'internal']()}
        </Callout>
      )
    case 'cancelled':
      return (
        <Callout tone="info" title={m.download_cancelled_title()}>
          {m.download_cancelled_text()}
        </Callout>
      )
    case 'expired':
      return (
        <Callout tone="warning" title={m.download_expired_title()}>
          {m.download_expired_text({ date: formatDate(file.expiresAt) })}
        </Callout>
      )
  }
}

function FileDetails({ file }: { file: TemporaryFile }) {
  const isThere = file.status === 'ready'
  return (
    <DescriptionList
      items={[
        { key: 'kind', term: m.files_column_kind(), value: kindLabels[file.kind]() },
        {
          key: 'status',
          term: m.files_column_status(),
          value: file.status === 'running' ? <Progress file={file} wide /> : <FileStatus file={file} />,
        },
        ...(isThere
          ? [
              {
                key: 'size',
                term: m.files_column_size(),
                value: `${formatBytes(file.sizeBytes)}, ${m.files_rows({ count: file.rowCount })}`,
              },
            ]
          : []),
        { key: 'creator', term: m.files_column_created_by(), value: <span className={css.name}>{file.createdBy}</span> },
        { key: 'created', term: m.files_column_created(), value: <RelativeTime value={file.createdAt} /> },
        ...(isThere ? [{ key: 'expires', term: m.files_column_expires(), value: <RelativeTime value={file.expiresAt} /> }] : []),
      ]}
    />
  )
}

function Actions({ file, actions, onDeleted }: { file: TemporaryFile; actions: FileActions; onDeleted: () => void }) {
  const mayDownload = usePermission(filePermissions[file.kind])
  const reason = mayDownload ? undefined : m.download_no_access({ permission: permissionLabels[file.kind]() })
  return (
    <div className={css.actions}>
      {file.status === 'ready' ? (
        <Button
          kind="primary"
          icon={<Download />}
          disabledReason={reason}
          loading={actions.isDownloading}
          onClick={() => actions.download(file)}
        >
          {m.files_download()}
        </Button>
      ) : null}
      {isUnfinished(file) ? (
        <Button icon={<Ban />} loading={actions.isCancelling} onClick={() => actions.cancel(file)}>
          {m.files_cancel()}
        </Button>
      ) : (
        <Button icon={<Trash2 />} onClick={() => actions.delete([file], onDeleted)}>
          {m.files_delete()}
        </Button>
      )}
    </div>
  )
}

function WayOut() {
  const mayList = usePermission('Navigation.TemporaryData')
  return mayList ? (
    <Link to="/developer-administration/tempData" className={buttonClass('quiet')}>
      {m.download_all_files()}
    </Link>
  ) : (
    <Link to="/launchpad" className={buttonClass('quiet')}>
      {m.download_to_launchpad()}
    </Link>
  )
}
