/** Long enough not to delay the first paint, short enough for an immediate scroll. */
const latestMs = 100

/** Runs `work` when the browser is idle after the next paint; returns a function that cancels it. */
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
