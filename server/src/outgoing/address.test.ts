import { describe, expect, it } from 'vitest'
import { AddressRefused, checkAddress, checkUrl, exceptionsFrom, guardedLookup, isException, isPublic, noExceptions } from './address.ts'

const strict = { exceptions: noExceptions }
const loopback = { exceptions: exceptionsFrom(['127.0.0.0/8', '::1']) }

describe('addresses', () => {
  it.each(['8.8.8.8', '142.250.74.42', '2a00:1450:4001:81b::200a'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  it.each(
    [
      '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.127.255.255 0.0.0.0 224.0.0.1',
      '239.255.255.250 240.0.0.1 255.255.255.255 198.18.0.1 192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1',
      '::1 :: fe80::1 fe80::1%2 fec0::1 fc00::1 fd00::1 ff02::1 ::ffff:10.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::10.0.0.1',
      '64:ff9b::a00:1 64:ff9b:1::1 100::1 2002:a00:1:: 2001:db8::1 2001::1 3fff::1 nonsense',
    ].flatMap((line) => line.split(' ')),
  )('%s is not', (address) => {
    expect(isPublic(address)).toBe(false)
  })
})

describe('exceptions', () => {
  it('are addresses, ranges and hosts', () => {
    const exceptions = exceptionsFrom(['10.1.0.0/16', '192.168.7.9', 'fd00:7::/32', 'idp.corp.example'])
    expect(['10.1.255.1', '192.168.7.9', 'fd00:7::1'].map(exceptions.hasAddress)).toEqual([true, true, true])
    expect(['10.2.0.1', '192.168.7.8', 'fd00:8::1', 'idp.corp.example'].map(exceptions.hasAddress)).toEqual([false, false, false, false])
    expect(['IDP.corp.example', 'corp.example', 'x.idp.corp.example'].map(exceptions.hasHost)).toEqual([true, false, false])
  })

  it('are recognized by their format', () => {
    expect(['10.0.0.0/8', '::1', 'fd00::/8', 'idp', 'idp.corp.example', '10.0.0.1'].every(isException)).toBe(true)
    expect(['10.0.0.0/33', '10.0.0.0/', '10.0.0', 'https://idp', '*.corp', '', 'a b', '-x', '::1/129'].some(isException)).toBe(false)
  })
})

describe('URLs', () => {
  it.each([
    'http://idp.example/x',
    'https://user:secret@idp.example/x',
    'https://user@idp.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://0/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://0177.0.0.1/x',
    'https://017700000001/x',
    'https://10.1/x',
    'https://①②⑦.⓪.⓪.①/x',
    'https://[::ffff:169.254.169.254]/latest/meta-data',
    'https://[64:ff9b::a9fe:a9fe]/latest/meta-data',
    'file:///etc/passwd',
    'ftp://idp.example/x',
    'gopher://idp.example/x',
    'data:text/xml,<x/>',
    'nonsense',
    '',
  ])('%s is refused', (address) => {
    expect(() => checkUrl(address, strict)).toThrow(AddressRefused)
  })

  it('that are public are accepted, and exceptions over plain http too', () => {
    expect(checkUrl('https://idp.example:8443/x', strict).port).toBe('8443')
    expect(checkUrl('http://127.0.0.1:4711/x', loopback).port).toBe('4711')
    expect(() => checkUrl('http://10.0.0.1/x', loopback)).toThrow('an internal address')
    expect(() => checkUrl('http://8.8.8.8/x', loopback)).toThrow('an internal address')
  })

  it('are checked by the addresses that their name resolves to', async () => {
    await expect(checkAddress('https://localhost/x', strict)).rejects.toThrow('leads to an internal address')
    await expect(checkAddress('https://nowhere.invalid/x', strict)).rejects.toThrow('is not known')
    await expect(checkAddress('https://localhost/x', loopback)).resolves.toBeUndefined()
  })
})

describe('a connection', () => {
  const lookedUp = (host: string, protocol: string, rules: Parameters<typeof guardedLookup>[1]) =>
    new Promise((resolve) => guardedLookup(protocol, rules)(host, { all: true }, (error, found) => resolve(error?.message ?? found)))

  it('resolves names with the same rules', async () => {
    expect(await lookedUp('localhost', 'https:', strict)).toBe('localhost leads to an internal address')
    expect(await lookedUp('localhost', 'https:', loopback)).toContainEqual(
      expect.objectContaining({ address: expect.stringMatching(/^(127|::1)/) }),
    )
  })

  it('is refused if one of several addresses is internal, and over plain http unless it is an exception', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    const refusal = 'idp.example leads to an internal address'
    expect(await lookedUp('idp.example', 'https:', { ...strict, resolve })).toBe(refusal)
    expect(await lookedUp('idp.example', 'https:', { ...loopback, resolve })).toHaveLength(2)
    expect(await lookedUp('idp.example', 'http:', { ...loopback, resolve })).toBe(refusal)
    expect(await lookedUp('idp.example', 'http:', { exceptions: exceptionsFrom(['idp.example']), resolve })).toHaveLength(2)
  })
})
