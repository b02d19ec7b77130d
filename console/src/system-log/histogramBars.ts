interface Bucket {
  success: number
  failure: number
}

/** A single event must still be seen beside thousands. */
const lowest = 2

/** Where the bars of a bucket begin and how high they are, failures below, in a picture of this height. */
export function barsOf({ success, failure }: Bucket, { most, height }: { most: number; height: number }) {
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(lowest, (count / most) * (height - lowest)))
  const [failed, succeeded] = [heightOf(failure), heightOf(success)]
  return {
    success: { y: height - failed - succeeded, height: succeeded },
    failure: { y: height - failed, height: failed },
  }
}
