import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom draws nothing: what components ask of the layout is answered as for an empty page.
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} })
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}

// Popups load their code when they open; a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
