import { m } from '@steward/contract/paraglide/messages'

/** "Firefox 140 on Windows", as the server names a browser, in the words of the shown language. */
export function deviceText(device: string): string {
  const [program = '', system, ...more] = device.split(' on ')
  return system === undefined || more.length > 0 ? device : m.device_on({ program, system })
}
