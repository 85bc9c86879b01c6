import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { PageAccess } from '../access.ts'
import { AppShell } from '../layout/app-shell.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the page in the browser's tab and to screen readers. */
    title?: string
    access?: PageAccess
    /** Signed out, the page says Please Sign In instead of sending to /login. */
    signInNotice?: boolean
    /** For a person who came for this one thing: without the product's header and footer. */
    bare?: boolean
    /** Open to whoever has its address: search engines and the sites it links to do not get to know that. */
    noindex?: boolean
    /** For search engines; a page with one is rendered to HTML when the app is built. */
    description?: string
  }
}

export const rootRoute = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage })

/** Every address that no page has; without it, one that begins like a page's would be taken for that page. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: { title: 'Page Not Found', access: 'public' },
  component: NotFoundPage,
})
