const isIn = ({ target }: Event, selector: string): boolean => target instanceof Element && target.closest(selector) !== null

/** Alerts are above dialogs; a press on one should not count as a press outside the dialog. */
export const isInAlerts = (event: Event): boolean => isIn(event, '[data-alerts]')

/** Also a dialog that a call opened over all others: a press or a key there is for it alone. */
export const isAboveDialogs = (event: Event): boolean => isIn(event, '[data-alerts], [data-above-dialogs]')
