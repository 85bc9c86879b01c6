import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { MarkedText, SearchTerms } from '../../../../web/prose/marked-text.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import type { FoundPassage } from './help-search.ts'

export const finderQuery = queryOptions({
  queryKey: ['help-finder'],
  queryFn: () => import('./find-help.ts'),
  staleTime: Infinity,
  gcTime: Infinity,
  // The module is part of the app and may be cached, so it loads even while offline.
  networkMode: 'always',
})

export function HelpResults({ search }: { search: string }) {
  const finder = useQuery(finderQuery)
  const { isError } = finder
  const found = finder.data?.findHelp(search)
  return (
    <section aria-labelledby="search-results" aria-busy={!found && !isError}>
      <h2 id="search-results" className="text-lg font-semibold tracking-tight text-foreground">
        Search results
      </h2>
      <output className="mt-1 block min-h-5 text-sm text-muted">
        {found ? countText(found.length, search) : isError ? '' : 'Searching...'}
      </output>
      {found ? (
        <FoundList found={found} />
      ) : isError ? (
        <ErrorState
          title="The search could not be loaded"
          text="Check your connection and try again. All articles are listed below."
          query={finder}
        />
      ) : (
        <ResultsSkeleton />
      )}
    </section>
  )
}

function countText(count: number, search: string): string {
  if (count === 0) return `Nothing was found for “${search}”.`
  return `${count} ${count === 1 ? 'result' : 'results'} for “${search}”`
}

function FoundList({ found }: { found: readonly FoundPassage[] }) {
  if (found.length === 0) return <NothingFound />
  return (
    <ol className="mt-4 divide-y divide-border rounded-lg border border-border bg-surface shadow-card">
      {found.map((passage) => (
        <li
          key={passage.id}
          className="relative p-4 transition-colors first:rounded-t-lg last:rounded-b-lg hover:bg-surface-sunken/50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring sm:px-5"
        >
          <FoundItem passage={passage} />
        </li>
      ))}
    </ol>
  )
}

function FoundItem({ passage: { id, page, heading, excerpt, terms } }: { passage: FoundPassage }) {
  const [path = '', hash] = id.split('#')
  return (
    <SearchTerms value={(word) => terms.has(word)}>
      {heading !== '' && <p className="text-sm text-muted">{page}</p>}
      <h3 className="text-base font-semibold text-foreground">
        {/* The whole entry is clickable. */}
        <Link to={path} {...(hash ? { hash } : {})} className="outline-none after:absolute after:inset-0">
          <MarkedText text={heading === '' ? page : heading} />
        </Link>
      </h3>
      <p className="mt-1 text-sm text-muted">
        <MarkedText text={excerpt} />
      </p>
    </SearchTerms>
  )
}

function NothingFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="No matching articles"
      text="Try fewer or different words, such as “reminder” or “bank”, or ask us. We reply by email."
      action={
        <Button asChild variant="secondary">
          <Link to="/contact">Contact us</Link>
        </Button>
      }
    />
  )
}

function ResultsSkeleton() {
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  )
}
