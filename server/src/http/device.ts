import Bowser from 'bowser'

/** A name for a user agent, such as "Firefox 140 on Windows"; its first word if it isn't a known browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const program = browser.name ? [browser.name, version].filter(Boolean).join(' ') : (userAgent.split(/[\s/]/)[0] ?? '')
  return os.name ? `${program} on ${os.name}` : program
}
