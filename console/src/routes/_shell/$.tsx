import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../shell/ErrorPages.tsx'

/**
 * Any address without a page. This includes addresses of `contract/src/rules/routes.ts` whose page is not built yet:
 * the permission is checked first, as for the whole table.
 */
export const Route = createFileRoute('/_shell/$')({ component: NotFoundPage })
