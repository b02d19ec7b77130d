/**
 * Menu links to places outside the console (first specification file, section 2). The operator configures their
 * addresses (`STEWARD_LINKS`); an entry without an address is not shown.
 */
export const linkNames = ['data-bridge', 'data-administration', 'developer-portal'] as const
export type LinkName = (typeof linkNames)[number]
