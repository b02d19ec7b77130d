import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OpenMessage } from './worker.ts'

/** Opens the target of a push notification clicked while a console is open. Forms with unsaved changes prompt first. */
export function useOpenedByPush(): void {
  const router = useRouter()
  useEffect(() => {
    // Missing on pages that aren't served over HTTPS.
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
    const onMessage = (event: MessageEvent<Partial<OpenMessage> | undefined>) => {
      const { type, path } = event.data ?? {}
      if (type === 'steward-open' && path?.startsWith(import.meta.env.BASE_URL)) router.history.push(path)
    }
    container?.addEventListener('message', onMessage)
    return () => container?.removeEventListener('message', onMessage)
  }, [router])
}
