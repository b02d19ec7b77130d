import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// jsdom has no layout: components get the measurements of an empty page.
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
// It does not support native dialogs either.
const open = function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.show ??= open
HTMLDialogElement.prototype.showModal ??= open
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// Popups load their code when they open, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
