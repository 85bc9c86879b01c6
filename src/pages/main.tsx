import { createBrowserHistory } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { askForSessionEarly, keepSessionInStep } from '../features/auth/web/session.ts'
import { App, createQueryClient } from './app.tsx'
import { createAppRouter } from './router.tsx'

askForSessionEarly()

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')

let isTakingOver = root.hasChildNodes()
/** Whoever has begun to read a page that was rendered ahead stays where they are when the app takes it over. */
function scrollRestoration(): boolean {
  const hasBegun = isTakingOver && scrollY > 0
  isTakingOver = false
  return !hasBegun
}

const router = createAppRouter({ history: createBrowserHistory(), scrollRestoration })
const client = createQueryClient()
keepSessionInStep(client)

const app = (
  <StrictMode>
    <App router={router} client={client} />
  </StrictMode>
)
if (root.hasChildNodes()) {
  // The page must be loaded before it meets its pre-rendered HTML, and the router must know that there is some.
  router.ssr = { manifest: undefined }
  await router.load()
  // As a transition it is done in slices, between which the page answers.
  startTransition(() => void hydrateRoot(root, app))
} else {
  createRoot(root).render(app)
}
