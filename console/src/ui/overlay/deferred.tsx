import { createElement, useEffect, useRef, useState, type ComponentType, type FunctionComponent } from 'react'
import { isChunkFailure, reloadForMissing } from '../../api/chunkReload.ts'

export type Deferred<P> = FunctionComponent<P> & { preload: () => Promise<void> }

/**
 * A component whose code comes when it first opens: popups and dialogs are half of the component library's weight, and no
 * page needs them to be read. `preload` fetches it ahead, when the browser is idle or the pointer comes near. Where the code
 * cannot be loaded and a reload is no use, it counts as closed again, so that opening it once more tries once more.
 */
export function deferred<P extends { open: boolean; onClose: () => void }>(load: () => Promise<ComponentType<P>>): Deferred<P> {
  let loaded: ComponentType<P> | undefined
  const fetchCode = async () => {
    loaded ??= await load()
  }
  // What fails ahead of time is tried again when it opens.
  const preload = () => fetchCode().catch(() => undefined)
  function DeferredComponent(props: P) {
    const [, setReady] = useState(false)
    const { open } = props
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })
    useEffect(() => {
      if (!open || loaded !== undefined) return
      let isLeft = false
      const giveUp = async (error: unknown) => {
        if (!isChunkFailure(error)) throw error
        // Who closed it meanwhile does not miss it.
        if (!isLeft && !(await reloadForMissing())) latest.current.onClose()
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
