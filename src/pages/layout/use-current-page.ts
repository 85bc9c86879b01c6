import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router'

const notFound: StaticDataRouteOption = { title: 'Page Not Found', access: 'public' }

export function useCurrentPage(): StaticDataRouteOption {
  return useMatches({
    select: (matches) => {
      const page = matches.at(-1)
      // Only the root route matches an unknown URL.
      return page === undefined || matches.length === 1 ? notFound : page.staticData
    },
  })
}
