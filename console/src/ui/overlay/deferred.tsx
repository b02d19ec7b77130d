import { createElement, useEffect, useRef, useState, type ComponentType, type FunctionComponent } from 'react'
import { isChunkFailure, reloadForMissing } from '../../api/chunkReload.ts'

interface Opened {
  open?: boolean
  onClose?: () => void
}

export type Deferred<P> = FunctionComponent<P> & { preload: () => Promise<void> }

/**
 * A component whose code loads when it is first shown: popups and dialogs are half of the component library's size, and no page
 * needs them for reading. Without `open` it shows whenever it is rendered. `preload` fetches the code early, when the browser is
 * idle or the pointer comes near. If the code can't be loaded, the page reloads or shows an alert, and `onClose` is called so
 * that the next open tries again.
 */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>): Deferred<P> {
  let loaded: ComponentType<P> | undefined
  const fetchCode = async () => {
    loaded ??= await load()
  }
  // A failed preload is retried on open.
  const preload = () => fetchCode().catch(() => undefined)
  function DeferredComponent(props: P) {
    const [, setReady] = useState(false)
    const { open = true }: Opened = props
    const latest = useRef<Opened>(props)
    useEffect(() => {
      latest.current = props
    })
    useEffect(() => {
      if (!open || loaded !== undefined) return
      let isLeft = false
      const giveUp = async (error: unknown) => {
        if (!isChunkFailure(error)) throw error
        if (!isLeft && !(await reloadForMissing())) latest.current.onClose?.()
      }
      void fetchCode().then(() => setReady(true), giveUp)
      return () => {
        isLeft = true
      }
    }, [open])
    return loaded === undefined ? null : createElement(loaded, props)
  }
  return Object.assign(DeferredComponent, { preload })
}
