import { createElement, useEffect, useState, type ComponentType, type FunctionComponent } from 'react'

export type Deferred<P> = FunctionComponent<P> & { preload: () => Promise<void> }

/**
 * A component whose code comes when it first opens: popups and dialogs are half of the component library's weight, and no
 * page needs them to be read. `preload` fetches it ahead, when the browser is idle or the pointer comes near.
 */
export function deferred<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): Deferred<P> {
  let loaded: ComponentType<P> | undefined
  const fetchCode = async () => {
    loaded ??= await load()
  }
  // What fails ahead of time is tried again when it opens.
  const preload = () => fetchCode().catch(() => undefined)
  function DeferredComponent(props: P) {
    const [, setReady] = useState(false)
    const { open } = props
    useEffect(() => {
      if (open && loaded === undefined) void fetchCode().then(() => setReady(true))
    }, [open])
    return loaded === undefined ? null : createElement(loaded, props)
  }
  return Object.assign(DeferredComponent, { preload })
}
