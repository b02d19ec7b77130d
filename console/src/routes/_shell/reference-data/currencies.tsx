import { createFileRoute } from '@tanstack/react-router'

/** Each page below has a header of its own. */
export const Route = createFileRoute('/_shell/reference-data/currencies')({})
