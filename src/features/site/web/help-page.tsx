import { useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions, useHydrated, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useCallback, useEffect, useRef } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { type HelpCategory, helpArticles, helpCategories, helpSlugs } from '../help-rules.ts'
import { HelpResults, finderQuery } from './help/help-results.tsx'
import { HelpTabs } from './help/help-tabs.tsx'

const VideoTutorials = lazy(async () => ({
  default: (await import('./help/video-tutorials.tsx')).VideoTutorials,
}))

const longestSearch = 100

export function HelpPage() {
  const { search, tab } = useHelpUrlState()
  const navigate = useNavigate({ from: '/help' })
  const client = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const prepare = useCallback(() => void client.prefetchQuery(finderQuery), [client])
  // The user may have focused the field before hydration.
  useEffect(() => {
    if (box.current?.contains(document.activeElement)) prepare()
  }, [prepare])
  return (
    <Page>
      <PageHeader title="Help Center" description="Step-by-step guides and short videos." />
      <div ref={box} onFocus={prepare} className="noscript:hidden">
        <SearchField
          label="Search the Help Center"
          search={search}
          onSearch={(typed) =>
            void navigate({
              search: ({ tab: shown }) => ({ ...(typed && { search: typed }), ...(shown && { tab: shown }) }),
              replace: true,
              resetScroll: false,
            })
          }
          maxLength={longestSearch}
          className="w-full max-w-xl"
        />
      </div>
      {search !== '' && <HelpResults search={search} />}
      <HelpTabs
        label="Kinds of help"
        value={tab}
        tabs={[
          { value: 'articles', label: 'Help Articles', content: <ArticleList /> },
          {
            value: 'videos',
            label: 'Video Tutorials',
            content: (
              <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                <VideoTutorials />
              </Suspense>
            ),
          },
        ]}
        onValueChange={(next) =>
          void navigate({
            search: ({ search: typed }) => ({
              ...(typed && { search: typed }),
              ...(next === 'videos' && { tab: 'videos' as const }),
            }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <QuickLinks />
    </Page>
  )
}

/** Returns the URL state after hydration; the page was pre-rendered without it. */
function useHelpUrlState() {
  const { search = '', tab } = useSearch({ from: '/help' })
  const isHydrated = useHydrated()
  return { search: isHydrated ? search : '', tab: isHydrated && tab === 'videos' ? 'videos' : 'articles' }
}

const categories = Object.keys(helpCategories) as HelpCategory[]

function ArticleList() {
  return (
    <div className="flex flex-col gap-10">
      {categories.map((category) => (
        <section key={category} aria-labelledby={`articles-${category}`}>
          <h2 id={`articles-${category}`} className="text-lg font-semibold tracking-tight text-foreground">
            {helpCategories[category]}
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
            {helpSlugs
              .filter((slug) => helpArticles[slug].category === category)
              .map((slug) => (
                <ArticleCard key={slug} slug={slug} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ArticleCard({ slug }: { slug: (typeof helpSlugs)[number] }) {
  const { title, description, minutes } = helpArticles[slug]
  return (
    <li className="relative flex flex-col gap-1 rounded-lg border border-border bg-surface p-4 shadow-card transition-colors hover:border-border-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring sm:p-5">
      <h3 className="text-base font-semibold text-foreground">
        {/* The whole card is clickable. */}
        <Link to={`/help/${slug}`} className="outline-none after:absolute after:inset-0 after:rounded-lg">
          {title}
        </Link>
      </h3>
      <p className="text-sm text-muted">{description}</p>
      <p className="mt-auto pt-2 text-sm text-muted">{minutes} min read</p>
    </li>
  )
}

const links = linkOptions([
  { to: '/faq', label: 'FAQ', text: 'Short answers to common questions.' },
  { to: '/contact', label: 'Contact', text: 'Send us a message, and we’ll reply by email.' },
  { to: '/terms', label: 'Terms of Service', text: 'Our agreement with you.' },
  { to: '/privacy', label: 'Privacy Policy', text: 'What data we keep, and why.' },
  { to: '/cookies', label: 'Cookie Policy', text: 'The cookies we use.' },
])

function QuickLinks() {
  return (
    <nav aria-labelledby="quick-links" className="border-t border-border pt-8">
      <h2 id="quick-links" className="text-lg font-semibold tracking-tight text-foreground">
        Quick links
      </h2>
      <ul className="mt-3 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-5">
        {links.map(({ label, text, ...link }) => (
          <li key={link.to}>
            <Link {...link} className="group flex flex-col justify-center rounded-md py-2">
              <span className="font-medium text-accent underline decoration-accent/40 underline-offset-4 group-hover:decoration-current">
                {label}
              </span>
              <span className="text-sm text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
