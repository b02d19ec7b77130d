/** Frame statistics from Chromium's trace. */

/** An event of the trace; times in microseconds. */
export interface TraceEvent {
  name: string
  ts: number
  /** Wall time. */
  dur?: number
  /** CPU time. */
  tdur?: number
  tid: number
  args: Record<string, unknown>
}

export interface Frames {
  /** CPU milliseconds of the page's main thread for each frame: its input, script, style, layout and paint. */
  processorMs: number[]
  /** The same in wall time, which is longer if other programs need the CPU. */
  clockMs: number[]
  /** Frames that the compositor gave up on. */
  dropped: number
}

/**
 * The frames while the pointer moved. The compositor begins one every sixtieth of a second; main-thread work that starts before
 * the next one is attributed to it.
 */
export function framesOf(events: readonly TraceEvent[]): Frames {
  const mainThread = events.find((event) => event.name === 'thread_name' && event.args['name'] === 'CrRendererMain')?.tid
  const isMove = ({ name, args }: TraceEvent) =>
    name === 'EventDispatch' && (args['data'] as { type?: string } | undefined)?.type === 'pointermove'
  const moves = events.filter(isMove).map((event) => event.ts)
  const [from, until] = [Math.min(...moves), Math.max(...moves)]
  const begins = named(events, 'BeginFrame').filter((event) => event.ts >= from && event.ts <= until)
  const tasks = named(events, 'ThreadControllerImpl::RunTask').filter((event) => event.tid === mainThread)
  const frames: Frames = { processorMs: [], clockMs: [], dropped: named(events, 'DroppedFrame').length }
  let next = 0
  for (const [index, { ts }] of begins.entries()) {
    const end = begins[index + 1]?.ts
    if (end === undefined) break
    let [processor, clock] = [0, 0]
    for (; tasks[next] !== undefined && (tasks[next]?.ts ?? 0) < end; next++) {
      const task = tasks[next]
      if (task === undefined || task.ts < ts) continue
      processor += task.tdur ?? 0
      clock += task.dur ?? 0
    }
    frames.processorMs.push(processor / 1_000)
    frames.clockMs.push(clock / 1_000)
  }
  return frames
}

const named = (events: readonly TraceEvent[], name: string): TraceEvent[] =>
  events.filter((event) => event.name === name).sort((a, b) => a.ts - b.ts)
