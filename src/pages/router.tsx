import { type RouterHistory, createRouter } from '@tanstack/react-router'
import { ErrorPage } from './layout/error-page.tsx'
import { accountRoutes } from './routes/account-routes.ts'
import { accountantRoutes } from './routes/accountant-routes.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { clientRoutes } from './routes/client-routes.ts'
import { estimateRoutes } from './routes/estimate-routes.ts'
import { invoiceRoutes } from './routes/invoice-routes.ts'
import { moneyRoutes } from './routes/money-routes.ts'
import { portalRoutes } from './routes/portal-routes.ts'
import { reportRoutes } from './routes/report-routes.ts'
import { rootRoute, unknownRoute } from './routes/root-route.ts'
import { siteRoutes } from './routes/site-routes.ts'
import { workspaceRoutes } from './routes/workspace-routes.ts'

const routeTree = rootRoute.addChildren([
  ...siteRoutes,
  ...accountRoutes,
  ...invoiceRoutes,
  ...clientRoutes,
  ...estimateRoutes,
  ...portalRoutes,
  ...moneyRoutes,
  ...accountantRoutes,
  ...reportRoutes,
  ...workspaceRoutes,
  ...adminRoutes,
  unknownRoute,
])

interface AppRouterOptions {
  history: RouterHistory
  /** False when rendering HTML: the Content-Security-Policy forbids the inline script that it adds. */
  scrollRestoration: false | (() => boolean)
}

export function createAppRouter({ history, scrollRestoration }: AppRouterOptions) {
  return createRouter({
    routeTree,
    history,
    scrollRestoration,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    // Values in the URL are plain text, never JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (values) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(values)) {
        if (value !== undefined && value !== null) search.set(name, String(value))
      }
      return search.size === 0 ? '' : `?${search}`
    },
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
