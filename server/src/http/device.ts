import Bowser from 'bowser'

/** What a user agent calls itself, such as "Firefox 140 on Windows"; its first word where it names no browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const program = browser.name ? [browser.name, version].filter(Boolean).join(' ') : (userAgent.split(/[\s/]/)[0] ?? '')
  return os.name ? `${program} on ${os.name}` : program
}
