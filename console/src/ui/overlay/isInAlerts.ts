/** Alerts are above dialogs; a press on one should not count as a press outside the dialog. */
export function isInAlerts(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-alerts]') !== null
}
