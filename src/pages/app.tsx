import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiError } from '../web/api-client.ts'
import type { AppRouter } from './router.tsx'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal stays a refusal however often one asks; only a server that is away may come back.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      },
      // Without a connection they fail at once, in words: one that waited would be sent by itself, long after.
      mutations: { networkMode: 'always' },
    },
  })
}

interface AppProps {
  router: AppRouter
  client: QueryClient
}

export function App({ router, client }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
