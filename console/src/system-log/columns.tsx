import { m } from '@steward/contract/paraglide/messages'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { deviceText } from '../i18n/deviceText.ts'
import { Status } from '../ui/display/Badge.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { detailsText, kindLabel, outcomeLabels, outcomeTones } from './labels.ts'

/** Which browser was new: there is nothing else to say of the event. */
const newBrowser = ({ kind, device }: SystemEvent) => (kind === 'sign_in_new_browser' && device !== null ? deviceText(device) : '')

/** Columns of the system log. */
export const eventColumns = (): DataColumn<SystemEvent>[] => [
  { id: 'kind', header: m.events_column_kind(), cell: (event) => kindLabel(event.kind) },
  { id: 'time', header: m.events_column_time(), cell: (event) => timeCell(event.occurredAt), width: 'time' },
  { id: 'user', header: m.events_column_user(), cell: (event) => event.username || '–', width: 'wide' },
  {
    id: 'outcome',
    header: m.events_column_outcome(),
    cell: (event) => <Status tone={outcomeTones[event.outcome]}>{outcomeLabels[event.outcome]()}</Status>,
    width: 'time',
  },
  {
    id: 'details',
    header: m.events_column_details(),
    cell: (event) => detailsText(event) || newBrowser(event) || '–',
    from: 'desktopAndCards',
  },
  { id: 'address', header: m.events_column_address(), cell: (event) => event.address ?? '–', from: 'laptop', width: 'status' },
  {
    id: 'device',
    header: m.events_column_device(),
    cell: (event) => (event.device === null ? '–' : deviceText(event.device)),
    from: 'ultrawide',
  },
  { id: 'request', header: m.events_column_request(), cell: (event) => event.requestId ?? '–', from: 'laptop', optional: true },
]
