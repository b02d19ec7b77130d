import { createElement, useEffect, useRef, useState, type ComponentType, type FunctionComponent } from 'react'
import { isChunkFailure, reloadForMissing } from '../../api/chunkReload.ts'

export type Deferred<P> = FunctionComponent<P> & { preload: () => Promise<void> }

/**
 * A component whose code is loaded when it is first shown: popups and dialogs are half of the component library's weight, and
 * no page needs them to be read. Without `open` it is shown as long as it is rendered. `preload` fetches the code ahead, when
 * the browser is idle or the pointer comes near. If the code cannot be loaded, the page reloads or says so, and `onClose` is
 * called, so that opening it again tries again.
 */
export function deferred<P extends { open?: boolean; onClose?: () => void }>(load: () => Promise<ComponentType<P>>): Deferred<P> {
  let loaded: ComponentType<P> | undefined
  const fetchCode = async () => {
    loaded ??= await load()
  }
  // What fails ahead of time is tried again when it opens.
  const preload = () => fetchCode().catch(() => undefined)
  function DeferredComponent(props: P) {
    const [, setReady] = useState(false)
    const { open = true } = props
    const latest = useRef(props)
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
