import { m } from '@steward/contract/paraglide/messages'

/** Translates the server's browser description, such as "Firefox 140 on Windows". */
export function deviceText(device: string): string {
  const [program = '', system, ...more] = device.split(' on ')
  return system === undefined || more.length > 0 ? device : m.device_on({ program, system })
}
