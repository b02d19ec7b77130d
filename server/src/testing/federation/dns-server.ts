import { type Socket, createSocket } from 'node:dgram'
import dnsPacket from 'dns-packet'

/** A name server on the loopback that only serves TXT records. */
export interface DnsServer {
  /** `127.0.0.1:port`, for `STEWARD_DNS_SERVERS`. */
  address: string
  /** Records by domain; a record can be split into parts. A missing domain does not exist. */
  records: Map<string, string[][]>
  /** Answers every query with a server failure. */
  isBroken: boolean
  close(): Promise<void>
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket: Socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    isBroken: false,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  }
  socket.on('message', (message, from) => {
    const { id, questions = [] } = dnsPacket.decode(message)
    const name = questions[0]?.name ?? ''
    const records = server.records.get(name.toLowerCase())
    // RFC 1035, section 4.1.1: 2 is a server failure, 3 a name that does not exist.
    const code = server.isBroken ? 2 : records === undefined ? 3 : 0
    const answers = server.isBroken ? [] : (records ?? []).map((parts) => ({ type: 'TXT' as const, name, ttl: 1, data: parts }))
    const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | code
    socket.send(dnsPacket.encode({ type: 'response', id, flags, questions, answers }), from.port, from.address)
  })
  return server
}
