import { useEffect } from 'react'
import { CentredCardLayout } from '../layouts/centred-card/centred-card-layout.tsx'
import { Root } from '../routing/root.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { useLocation } from './location.ts'
import { loadedPage, ownRouteAt } from './pages.ts'
import { Content } from './router.tsx'

/** The pages before sign-in. The page of the location is loaded. */
export function EntryApp() {
  const route = ownRouteAt(useLocation().pathname)
  const Page = route && loadedPage(route.path)

  // What was tapped before these pages had any code, after the effects of the page, with which it is complete.
  useEffect(() => window.portal.heldInput?.repeat(), [])

  const layout = (
    <Content value={Page && <Page key={route.path} />}>
      <CentredCardLayout />
    </Content>
  )
  return (
    <ErrorBoundary>
      <Content value={layout}>
        <Root title={route?.title ?? ''} />
      </Content>
    </ErrorBoundary>
  )
}
