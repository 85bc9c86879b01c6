import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { Permission } from '../../shared/roles.ts'
import type { PageAccess } from '../access.ts'
import { AppShell } from '../layout/app-shell.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title in the browser's tab, which is also announced to screen readers. */
    title?: string
    access?: PageAccess
    /** What the role of a member must allow. */
    permission?: Permission
    /** When signed out, the page shows Please Sign In instead of redirecting to /login. */
    signInNotice?: boolean
    /** Hides the header and the footer, for a visitor who needs only this page. */
    bare?: boolean
    /** Keeps the URL, which lets everyone in, from search engines and from the sites that the page links to. */
    noindex?: boolean
    /** For search engines. A page with a description is pre-rendered at build time. */
    description?: string
  }
}

export const rootRoute = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage })

/** Matches every URL without a page. Without it, a URL that starts like a page's would match that page. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: { title: 'Page Not Found', access: 'public' },
  component: NotFoundPage,
})
