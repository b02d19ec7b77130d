import { createFileRoute, redirect } from '@tanstack/react-router'

/** The console starts at the launchpad, which every user can see. */
export const Route = createFileRoute('/_shell/')({
  beforeLoad: () => {
    throw redirect({ to: '/launchpad', hash: true, replace: true })
  },
})
