import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Requests of one caller over and over, in a thread of their own, so that what is measured beside them does not wait for them. */
export interface FloodTask {
  url: string
  token: string
  connections: number
  seconds: number
}

export interface FloodResult {
  /** Milliseconds of the requests that were accepted. */
  acceptedMs: number[]
  refused: number
  /** Answers that are neither. */
  others: number
}

async function flood({ url, token, connections, seconds }: FloodTask): Promise<FloodResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const result: FloodResult = { acceptedMs: [], refused: 0, others: 0 }
  const end = performance.now() + seconds * 1_000
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', reject).end()
    })
  const lane = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      const status = await once()
      if (status === 200) result.acceptedMs.push(performance.now() - started)
      else if (status === 503) result.refused++
      else result.others++
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  agent.destroy()
  return result
}

parentPort?.postMessage(await flood(workerData as FloodTask))
