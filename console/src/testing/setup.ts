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
// Nor does it open dialogs of the platform.
const open = function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.show ??= open
HTMLDialogElement.prototype.showModal ??= open
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// Popups load their code when they open; a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
