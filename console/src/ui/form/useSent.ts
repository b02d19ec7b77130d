import { useState } from 'react'

/**
 * For a field whose value comes back from what it calls, such as the URL, after a render of the page: typing goes on until then.
 * Tell the returned function each value that is sent. `onOther` is called while rendering, when the value was changed from
 * elsewhere (back button, cleared filter), and can set state.
 */
export function useSent<T>(value: T, onOther: () => void): (value: T) => void {
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState<readonly T[]>([])
  if (seen !== value) {
    const back = sent.indexOf(value) + 1
    setSeen(value)
    setSent(back ? sent.slice(back) : [])
    if (!back) onOther()
  }
  return (next) => setSent((before) => [...before, next])
}
