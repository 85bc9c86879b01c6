import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (text: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={router}>
        <LinkedText text={text} />
      </RouterContextProvider>
    </QueryClientProvider>,
  )

test('words about the email settings lead there', () => {
  const text = 'Wrong password. Check your email settings in Integrations: once they are saved, it is sent.'
  expect(shown(text)).toMatch(
    /^Wrong password\. Check your email settings in <a [^>]*href="\/integrations\?tab=email">Integrations<\/a>: once they are saved, it is sent\.$/,
  )
})

test('other words stay as they are', () => {
  expect(shown('Sending to integrations@shop.example')).toBe('Sending to integrations@shop.example')
})
