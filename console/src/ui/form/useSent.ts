import { useState } from 'react'

/**
 * For a field whose value comes back from what it calls, such as the URL, after a render of the page: typing goes on until then.
 * Tell the returned function each value that is sent. `onOther` is called while rendering, when the value was changed from
 * elsewhere (back button, cleared filter), and can set state.
 */
export function useSent<T>(value: T, onOther: () => void): (value: T) => void {
  const [{ seen, sent }, set] = useState<{ seen: T; sent: readonly T[] }>({ seen: value, sent: [] })
  if (seen !== value) {
    const back = sent.indexOf(value)
    set({ seen: value, sent: back === -1 ? [] : sent.slice(back + 1) })
    if (back === -1) onOther()
  }
  return (next) => set((now) => ((now.sent.at(-1) ?? now.seen) === next ? now : { ...now, sent: [...now.sent, next] }))
}
