import { useQueryClient } from '@tanstack/react-query'
import { useHydrated, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useCallback, useEffect, useRef } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { ArticleList } from './help/article-list.tsx'
import { HelpResults, finderQuery } from './help/help-results.tsx'
import { HelpTabs } from './help/help-tabs.tsx'
import { QuickLinks } from './help/quick-links.tsx'

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
      <PageHeader title="Help Center" description="How things are done, step by step." />
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
