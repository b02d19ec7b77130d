import { describe, expect, it } from 'vitest'
import { AddressRefused } from '../outgoing/address.ts'
import { checkPushAddress, checkPushUrl, pushRules } from './push-address.ts'

const strict = pushRules({ allowLoopback: false })
const lenient = pushRules({ allowLoopback: true })

describe('URLs', () => {
  it.each([
    'http://push.example/x',
    'https://push.example:8443/x',
    'https://user:secret@push.example/x',
    'https://127.0.0.1/x',
    'https://[::ffff:169.254.169.254]/latest/meta-data',
    'ftp://push.example/x',
    'nonsense',
  ])('%s is refused', (endpoint) => {
    expect(() => checkPushUrl(endpoint, strict)).toThrow(AddressRefused)
  })

  it('of push services are accepted, and loopback addresses for tests', () => {
    expect(checkPushUrl('https://fcm.googleapis.com/fcm/send/abc', strict).hostname).toBe('fcm.googleapis.com')
    expect(checkPushUrl('http://127.0.0.1:4711/x', lenient).port).toBe('4711')
    expect(() => checkPushUrl('http://10.0.0.1/x', lenient)).toThrow(AddressRefused)
  })

  it('are checked by the addresses that their name resolves to', async () => {
    await expect(checkPushAddress('https://localhost/x', strict)).rejects.toThrow('leads to an internal address')
    await expect(checkPushAddress('https://nowhere.invalid/x', strict)).rejects.toThrow('is not known')
  })
})
