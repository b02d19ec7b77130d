import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '../session/token/state.ts'

/** Long enough for the first page to be complete. */
const afterMs = 1_000

/** Starts the parts of a session that can wait: loaded after the first page, in a chunk of their own. */
export function useAfterPaint(): void {
  const router = useRouter()
  const { userId, isFederated } = useUser()
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const { startAfterPaint } = await import('./afterPaint.ts')
      startAfterPaint({ router, userId, isFederated, left: left.signal })
    }
    // The next page requests a chunk that failed to load again; see api/chunkReload.ts.
    const timer = setTimeout(() => void load().catch(() => undefined), afterMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [router, userId, isFederated])
}
