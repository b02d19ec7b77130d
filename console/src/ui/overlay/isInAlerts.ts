/** Alerts lie over dialogs; a press on one is not a press outside that closes the dialog. */
export function isInAlerts(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-alerts]') !== null
}
