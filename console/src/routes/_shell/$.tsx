import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../shell/ErrorPages.tsx'

/**
 * Any address without a page of its own. Those of `contract/src/rules/routes.ts` whose page is not built are among them:
 * the permission is asked first, as for all of that table.
 */
export const Route = createFileRoute('/_shell/$')({ component: NotFoundPage })
