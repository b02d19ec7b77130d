import { vi } from 'vitest'

/**
 * The files of a worker share one page (jsdom) and the packages, because making them takes longer than most files run. Each
 * file begins with modules of its own, and with the page as the first one found it.
 */

/** What tests replace: these, and what is in them. */
const places = [
  globalThis,
  navigator,
  document,
  Element.prototype,
  HTMLElement.prototype,
  HTMLDialogElement.prototype,
  URL,
  Range.prototype,
]

type Properties = Map<string, PropertyDescriptor>
interface Beginning {
  properties: Properties[]
  environment: NodeJS.ProcessEnv
  channels: Set<BroadcastChannel>
}

const key = Symbol.for('steward.beginning')
const shared = globalThis as { [key]?: Beginning }

/** Makes the page new for a test file. */
export function beginFile(): void {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
  const beginning = shared[key]
  if (beginning) restore(beginning)
  else shared[key] = remember()
}

function remember(): Beginning {
  const channels = watchChannels()
  return { properties: places.map(propertiesOf), environment: { ...process.env }, channels }
}

function restore({ properties, environment, channels }: Beginning): void {
  for (const [index, place] of places.entries()) restoreProperties(place, properties[index] ?? new Map())
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  for (const channel of channels) retire(channel)
  channels.clear()
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
  history.replaceState(null, '', '/home/')
}

/** Names that begin with an underscore, and symbols, are how Vitest and the shared packages note what they have done already. */
function propertiesOf(place: object): Properties {
  const names = Object.getOwnPropertyNames(place).filter((name) => !name.startsWith('_'))
  const properties: Properties = new Map()
  for (const name of names) {
    const descriptor = Object.getOwnPropertyDescriptor(place, name)
    if (descriptor) properties.set(name, descriptor)
  }
  return properties
}

function restoreProperties(place: object, before: Properties): void {
  const now = propertiesOf(place)
  for (const [name, { configurable }] of now) if (configurable && !before.has(name)) Reflect.deleteProperty(place, name)
  for (const [name, descriptor] of before) {
    const current = now.get(name)
    const isSame = current?.value === descriptor.value && current?.get === descriptor.get && current?.set === descriptor.set
    if (!isSame) Object.defineProperty(place, name, descriptor)
  }
}

/** The tabs of earlier files would hear and answer those of later ones. */
function watchChannels(): Set<BroadcastChannel> {
  const channels = new Set<BroadcastChannel>()
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }
  }
  return channels
}

/** A closed channel throws if its module, which still listens to the page, posts once more. */
function retire(channel: BroadcastChannel): void {
  channel.onmessage = null
  channel.postMessage = () => {}
  channel.close()
}
