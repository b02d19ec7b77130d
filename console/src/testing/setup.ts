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

// A test says what the server answers. Where it doesn't, there is no answer, and no other program that listens there is asked.
globalThis.fetch = () => new Promise(() => {})

// Each test file has a page of its own in a shared process. What an answer holds are objects of that page, as in a browser.
Response.prototype.json = async function () {
  return JSON.parse(await this.text())
}

// Pages of other test files aren't other tabs of this one.
const file = crypto.randomUUID()
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${file} ${name}`)
  }
}

// Popups load their code when they open, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
