import { describe, expect, it } from 'vitest'
import { PushAddressRefused, checkPushAddress, checkPushUrl, guardedLookup, isReachable } from './push-address.ts'

const strict = { allowLoopback: false }
const lenient = { allowLoopback: true }

describe('addresses', () => {
  it.each(['8.8.8.8', '142.250.74.42', '2a00:1450:4001:81b::200a'])('%s may be reached', (address) => {
    expect(isReachable(address, strict)).toBe(true)
  })

  it.each(
    [
      '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 198.18.0.1 192.0.2.1',
      '::1 :: fe80::1 fd00::1 ff02::1 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 2001::1 nonsense',
    ].flatMap((line) => line.split(' ')),
  )('%s may not', (address) => {
    expect(isReachable(address, strict)).toBe(false)
  })

  it('lets tests reach the loopback, and nothing else', () => {
    expect(['127.0.0.1', '::1'].map((address) => isReachable(address, lenient))).toEqual([true, true])
    expect(['10.0.0.1', '169.254.169.254'].map((address) => isReachable(address, lenient))).toEqual([false, false])
  })
})

describe('URLs', () => {
  it.each([
    'http://push.example/x',
    'https://push.example:8443/x',
    'https://user:secret@push.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::ffff:169.254.169.254]/latest/meta-data',
    'ftp://push.example/x',
    'nonsense',
  ])('%s is refused', (endpoint) => {
    expect(() => checkPushUrl(endpoint, strict)).toThrow(PushAddressRefused)
  })

  it('of push services are taken', () => {
    expect(checkPushUrl('https://fcm.googleapis.com/fcm/send/abc', strict).hostname).toBe('fcm.googleapis.com')
    expect(checkPushUrl('http://127.0.0.1:4711/x', lenient).port).toBe('4711')
    expect(() => checkPushUrl('http://10.0.0.1/x', lenient)).toThrow(PushAddressRefused)
  })

  it('are judged by what their name leads to', async () => {
    await expect(checkPushAddress('https://localhost/x', strict)).rejects.toThrow('leads to an internal address')
    await expect(checkPushAddress('https://nowhere.invalid/x', strict)).rejects.toThrow('is not known')
  })
})

it('a connection resolves names by the same rules', async () => {
  const resolved = (host: string, rules: typeof strict) =>
    new Promise((resolve) => guardedLookup(rules)(host, { all: true }, (error, found) => resolve(error?.name ?? found)))
  expect(await resolved('localhost', strict)).toBe('PushAddressRefused')
  expect(await resolved('localhost', lenient)).toContainEqual(expect.objectContaining({ address: expect.stringMatching(/^(127|::1)/) }))
})
