/** Late enough for nobody to wait for it, soon enough for whoever scrolls at once. */
const latestMs = 100

/** Runs `work` when the next frame is painted and nothing else is to be done; returns how to take it back. */
export function afterPaint(work: () => void): () => void {
  let takeBack: (() => void) | undefined
  const frame = requestAnimationFrame(() => {
    takeBack = whenIdle(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    takeBack?.()
  }
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(asked)
}
