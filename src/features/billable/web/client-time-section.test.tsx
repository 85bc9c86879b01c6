import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClientTimeSection } from './client-time-section.tsx'

test('until the last rate is known, no timer can be started', () => {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ClientTimeSection clientId="8f14e45f-ceea-467f-8f3a-7a5b3c2d1e0f" />
    </QueryClientProvider>,
  )
  expect(html).toMatch(/<button[^>]*disabled[^>]*>(?:(?!<\/button>).)*Start timer/)
  expect(html).toContain('Loading...')
})
