import { createRootRoute } from '@tanstack/react-router'
import { EmptyLayout } from '../shell/EmptyLayout.tsx'
import { ErrorPage, NotFoundPage } from '../shell/ErrorPages.tsx'
import { RootFrame } from '../shell/RootFrame.tsx'

export const Route = createRootRoute({
  component: RootFrame,
  errorComponent: (props) => (
    <EmptyLayout>
      <ErrorPage {...props} />
    </EmptyLayout>
  ),
  notFoundComponent: () => (
    <EmptyLayout>
      <NotFoundPage />
    </EmptyLayout>
  ),
})
