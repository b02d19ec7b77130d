import { createRootRoute } from '@tanstack/react-router'
import { EitherLayout, ErrorPage, NotFoundPage } from '../shell/pages.tsx'
import { RootFrame } from '../shell/RootFrame.tsx'

export const Route = createRootRoute({
  component: RootFrame,
  errorComponent: (props) => (
    <EitherLayout>
      <ErrorPage {...props} />
    </EitherLayout>
  ),
  notFoundComponent: () => (
    <EitherLayout>
      <NotFoundPage />
    </EitherLayout>
  ),
})
