import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../shell/ErrorPages.tsx'

/** The not-found page at its own address. */
export const Route = createFileRoute('/_shell/404')({ component: NotFoundPage })
