import { createFileRoute } from '@tanstack/react-router'

/** The page without a panel. */
export const Route = createFileRoute('/_shell/reference-data/currencies/currency-schemes_/$scheme/_page/')({})
