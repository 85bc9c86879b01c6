import { createBrowserHistory } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { prefetchSession, syncSession } from '../features/auth/web/session.ts'
import { App, createQueryClient } from './app.tsx'
import { createAppRouter } from './router.tsx'

prefetchSession()

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')

let isHydrating = root.hasChildNodes()
/** Keeps the scroll position of a user who reads a pre-rendered page when the app hydrates it. */
function scrollRestoration(): boolean {
  const hasScrolled = isHydrating && scrollY > 0
  isHydrating = false
  return !hasScrolled
}

const router = createAppRouter({ history: createBrowserHistory(), scrollRestoration })
const client = createQueryClient()
syncSession(client)

const app = (
  <StrictMode>
    <App router={router} client={client} />
  </StrictMode>
)
if (root.hasChildNodes()) {
  // The router must load the page before it hydrates it, and must know that a server rendered it.
  router.ssr = { manifest: undefined }
  await router.load()
  // As a transition, hydration is split into short tasks, so that the page stays responsive.
  startTransition(() => void hydrateRoot(root, app))
} else {
  createRoot(root).render(app)
}
