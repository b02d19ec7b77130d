import { createFileRoute, redirect } from '@tanstack/react-router'

/** A page of the help site, such as `user-administration/users`. */
const helpPage = /^[\w-]+(?:\/[\w-]+)*$/

/** The console starts at the launchpad, which every user can see, or leads on to a help page that was opened without a session. */
export const Route = createFileRoute('/_shell/')({
  validateSearch: ({ help }: Record<string, unknown>): { help?: string } =>
    typeof help === 'string' && helpPage.test(help) ? { help } : {},
  beforeLoad: async ({ search: { help } }) => {
    if (help !== undefined) {
      const { leadToHelp } = await import('../../help/leadToHelp.ts')
      // Without the help, the console opens.
      if (await leadToHelp(help)) return
    }
    throw redirect({ to: '/launchpad', hash: true, search: {}, replace: true })
  },
})
