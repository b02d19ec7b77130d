import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OpenMessage } from './worker.ts'

/** Goes where a pushed notification leads when it is pressed while a console is open. A form that would lose something asks first. */
export function useOpenedByPush(): void {
  const router = useRouter()
  useEffect(() => {
    // Missing on pages that are not served over https.
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
    const onMessage = (event: MessageEvent<Partial<OpenMessage> | undefined>) => {
      const { type, path } = event.data ?? {}
      if (type === 'steward-open' && path?.startsWith(import.meta.env.BASE_URL)) router.history.push(path)
    }
    container?.addEventListener('message', onMessage)
    return () => container?.removeEventListener('message', onMessage)
  }, [router])
}
