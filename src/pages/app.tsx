import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ApiError } from '../web/api-client.ts'
import type { AppRouter } from './router.tsx'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Repeating a refused request does not help. Only an unreachable server may come back.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      },
      // Without a connection a mutation fails at once. A paused one would be sent much later, unnoticed.
      mutations: { networkMode: 'always' },
    },
  })
}

export function App({ router, client }: { router: AppRouter; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
