import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as a collector receives it. */
export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  service: string
  isError: boolean
  attributes: Record<string, string | number | boolean>
}

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
}

interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        status: { code: number }
        attributes: OtlpAttribute[]
      }[]
    }[]
  }[]
}

/** A collector that takes traces by OTLP over HTTP, as JSON. */
export interface Collector {
  url: string
  /** Everything that was received, as it came. */
  readonly received: string[]
  spans(): ReceivedSpan[]
  close(): Promise<void>
}

const valuesOf = (attributes: readonly OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string | number | boolean]))

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as OtlpTraces
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, status, attributes }) => ({
        name,
        traceId,
        spanId,
        parentSpanId,
        service: String(valuesOf(resource.attributes)['service.name']),
        isError: status.code === 2,
        attributes: valuesOf(attributes),
      })),
    ),
  )
}

/** Starts a collector; one that is not answering takes connections and stays silent. */
export async function startCollector({ isAnswering = true } = {}): Promise<Collector> {
  const received: string[] = []
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body)
      if (isAnswering) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    received,
    spans: () => received.flatMap(spansIn),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
