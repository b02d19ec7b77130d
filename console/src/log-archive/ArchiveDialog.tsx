import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { formatBytes } from '../exports/labels.ts'
import { formatNumber } from '../i18n/time.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { ScrollTable, numberCell } from '../ui/table/ScrollTable.tsx'
import { monthName } from './labels.ts'
import { archivesQuery } from './queries.ts'
import type { ArchiveSource } from './source.ts'

/** The archived months; a link opens one in place of the log. */
export function ArchiveDialog({ source, onClose }: { source: ArchiveSource; onClose: () => void }) {
  const query = useQuery(archivesQuery(source))
  const { data } = query
  return (
    <Dialog open onClose={onClose} title={m.archive_title()} description={m.archive_text()}>
      {data ? (
        <ScrollTable label={m.archive_title()} boxed>
          <thead>
            <tr>
              <th scope="col">{m.archive_month()}</th>
              <th scope="col" className={numberCell}>
                {m.archive_entries()}
              </th>
              <th scope="col" className={numberCell}>
                {m.archive_size()}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((archive) => (
              <tr key={archive.archiveId}>
                <th scope="row">
                  <PlainLink link={{ to: source.path, search: { archive: archive.archiveId } }}>{monthName(archive)}</PlainLink>
                </th>
                <td className={numberCell}>{formatNumber(archive.rowCount)}</td>
                <td className={numberCell}>{formatBytes(archive.sizeBytes)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      ) : (
        <PendingState query={query} fallback={m.archive_error()} lines={4} />
      )}
    </Dialog>
  )
}
