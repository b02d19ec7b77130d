import { createFileRoute } from '@tanstack/react-router'
import { Coins } from 'lucide-react'

/** Each page below has a header of its own. */
export const Route = createFileRoute('/_shell/reference-data/currencies')({ staticData: { icon: Coins } })
