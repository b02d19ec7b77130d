import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadMaximumBytes } from '@steward/contract/reference-data/constants'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'

/** A file whose request runs. */
export interface Sending {
  /** Under which the server tells its progress. */
  uploadId: string
  fileName: string
  sizeBytes: number
  sentBytes: number
}

/** What a request with a file needs besides the file. */
export interface SendOptions {
  uploadId: string
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
}

/**
 * Sends a file in one request, which is answered when the file is saved. Canceling it, or leaving the page, ends the request, and the
 * server keeps nothing.
 */
export function useUpload<T>(mutationKey: string, send: (file: File, options: SendOptions) => Promise<T>) {
  const [sending, setSending] = useState<Sending>()
  /** Of the running request. */
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const { mutate, reset, error } = useMutation({
    mutationKey: [mutationKey],
    mutationFn: async (file: File) => {
      const own = new AbortController()
      abort.current = own
      const { signal } = own
      const uploadId = crypto.randomUUID()
      const begun = { uploadId, fileName: file.name, sizeBytes: file.size, sentBytes: 0 }
      setSending(begun)
      const onProgress = (sentBytes: number) => {
        if (!signal.aborted) setSending({ ...begun, sentBytes: Math.min(sentBytes, file.size) })
      }
      try {
        return await send(file, { uploadId, signal, onProgress })
      } finally {
        // A canceled one can end after the next has begun.
        if (abort.current === own) {
          abort.current = undefined
          setSending(undefined)
        }
      }
    },
  })
  return {
    sending,
    error,
    reset,
    /** Also right after it ended, before the page is rendered again. */
    isRunning: () => abort.current !== undefined,
    start: (file: File, { onSuccess, onError }: { onSuccess: (result: T) => void; onError?: (error: unknown) => void }) =>
      mutate(file, { onSuccess, ...(onError ? { onError } : {}) }),
    cancel() {
      if (!sending) return
      abort.current?.abort()
      abort.current = undefined
      setSending(undefined)
      reset()
      alerts.info(m.ui_upload_canceled({ name: sending.fileName }))
    },
  }
}

export type Upload = Pick<ReturnType<typeof useUpload>, 'sending' | 'cancel' | 'isRunning'>

/** Why a file isn't worth sending. */
export function uploadFault(file: File): string | undefined {
  if (file.size === 0) return m.error_upload_empty()
  return file.size > uploadMaximumBytes ? m.ui_upload_too_large() : undefined
}
