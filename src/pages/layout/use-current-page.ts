import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router'

const notFound: StaticDataRouteOption = { title: 'Page Not Found', access: 'public' }

/** What the page on screen declares about itself. */
export function useCurrentPage(): StaticDataRouteOption {
  return useMatches({
    select: (matches) => {
      const page = matches.at(-1)
      // Only the root matches an address that no page has.
      return page === undefined || matches.length === 1 ? notFound : page.staticData
    },
  })
}
