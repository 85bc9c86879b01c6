import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

const forced = new URLSearchParams(location.search).get('theme')
if (forced === 'light' || forced === 'dark') document.documentElement.dataset['theme'] = forced

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
