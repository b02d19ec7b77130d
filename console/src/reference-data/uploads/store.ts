import { useEffect, useSyncExternalStore } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { uploadRates } from '@steward/contract/reference-data/rates'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { alerts } from '../../api/alerts.ts'
import { problemMessage } from '../../api/problem.ts'
import { invalidateTables, queryClient } from '../../api/query.ts'
import type { VintageKey } from '../vintages/queries.ts'
import { uploadTables, uploadsQuery } from './queries.ts'

/**
 * The files that are being sent from this tab, by vintage. They belong to no page: sending goes on while the user works
 * elsewhere in the console. Once the server has a file, it is one of its uploads and leaves this store.
 */
export interface Sending {
  fileName: string
  sizeBytes: number
  sentBytes: number
  /** Why it could not be sent; undefined while it is sent. */
  error: unknown
  cancel: () => void
}

const keyOf = ({ scheme, vintage }: VintageKey): string => JSON.stringify([scheme, vintage])

let sendings: ReadonlyMap<string, Sending> = new Map()
const listeners = new Set<() => void>()
/** The vintages whose uploads are shown, with the number of places. What is shown needs no alert. */
const shown = new Map<string, number>()

function put(key: string, sending: Sending | undefined): void {
  const next = new Map(sendings)
  if (sending === undefined) next.delete(key)
  else next.set(key, sending)
  sendings = next
  const isSending = [...next.values()].some(({ error }) => error === undefined)
  if (isSending) window.addEventListener('beforeunload', askBeforeLeaving)
  else window.removeEventListener('beforeunload', askBeforeLeaving)
  for (const listener of listeners) listener()
}

/** Closing the tab would end the upload. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Sends a file of rates into a draft; resolves when the server has it, or when it failed. */
export async function startUpload(vintage: VintageKey, file: File): Promise<void> {
  const key = keyOf(vintage)
  if (sendings.get(key)?.error === undefined && sendings.has(key)) return
  const abort = new AbortController()
  const cancel = () => abort.abort()
  const sending: Sending = { fileName: file.name, sizeBytes: file.size, sentBytes: 0, error: undefined, cancel }
  put(key, sending)
  try {
    const { sendFile } = await import('../../uploads/sendFile.ts')
    const onProgress = (sentBytes: number) => put(key, { ...sending, sentBytes: Math.min(sentBytes, file.size) })
    const body = { currencySchemeCode: vintage.scheme, vintage: vintage.vintage, file }
    const upload = await sendFile(uploadRates, { body, signal: abort.signal }, onProgress)
    remember(vintage, upload)
    put(key, undefined)
    if (!shown.has(key)) alerts.info(m.rates_upload_sent({ name: file.name, vintage: vintage.vintage }))
  } catch (error) {
    if (abort.signal.aborted) {
      put(key, undefined)
      return
    }
    put(key, { ...sending, error })
    if (!shown.has(key)) alerts.danger(problemMessage(error, m.rates_error_upload()))
  } finally {
    void invalidateTables(uploadTables)
  }
}

/** Shows the upload before the list is read again. */
function remember(vintage: VintageKey, upload: RateUpload): void {
  queryClient.setQueryData(uploadsQuery(vintage).queryKey, (known) => {
    if (known === undefined) return known
    return { ...known, items: [upload, ...known.items.filter(({ uploadId }) => uploadId !== upload.uploadId)] }
  })
}

/** Forgets a file that could not be sent. */
export function dismissSending(vintage: VintageKey): void {
  put(keyOf(vintage), undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The file that is being sent into a vintage from this tab. `isShown`: the caller shows it, failures included. */
export function useSending(vintage: VintageKey, { isShown = false } = {}): Sending | undefined {
  const key = keyOf(vintage)
  useEffect(() => {
    if (!isShown) return undefined
    shown.set(key, (shown.get(key) ?? 0) + 1)
    return () => {
      const left = (shown.get(key) ?? 1) - 1
      if (left > 0) shown.set(key, left)
      else shown.delete(key)
    }
  }, [key, isShown])
  return useSyncExternalStore(subscribe, () => sendings.get(key))
}
