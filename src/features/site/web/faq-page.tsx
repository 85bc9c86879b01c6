import { Link, useHydrated, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown, SearchX } from 'lucide-react'
import { MarkedText, SearchTerms } from '../../../web/prose/marked-text.tsx'
import { ProseBlocks } from '../../../web/prose/prose-view.tsx'
import type { Section } from '../../../web/prose/prose.ts'
import { termsOf } from '../../../web/prose/search-terms.ts'
import { useHash } from '../../../web/prose/use-hash.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { SearchField } from '../../../web/ui/fields/search-field.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import faq from './content/faq.md'
import { type FaqCategory, categoriesOf, questionsWith } from './faq-questions.ts'
import { ContentsBeside } from './help/article-contents.tsx'
import { ReadingPage } from './reading-page.tsx'

const longestSearch = 100
const categories = categoriesOf(faq)

export function FaqPage() {
  const { search: searched = '' } = useSearch({ from: '/faq' })
  // The page was pre-rendered without the URL state.
  const search = useHydrated() ? searched : ''
  const navigate = useNavigate({ from: '/faq' })
  const terms = termsOf(search)
  const isSearching = terms.length > 0
  const shown = isSearching ? questionsWith(categories, terms) : categories
  return (
    <ReadingPage
      header={
        <>
          <PageHeader title="FAQ" description="Short answers to common questions." />
          <div className="flex flex-col gap-3">
            <SearchField
              label="Search questions and answers"
              search={search}
              onSearch={(typed) =>
                void navigate({ search: typed ? { search: typed } : {}, replace: true, resetScroll: false })
              }
              maxLength={longestSearch}
              className="w-full max-w-xl noscript:hidden"
            />
            <output className="text-sm text-muted empty:hidden">
              {isSearching && countText(shown.flatMap(({ questions }) => questions).length, search)}
            </output>
          </div>
        </>
      }
      contents={shown.length > 1 && <ContentsBeside label="Categories" sections={shown} />}
    >
      {shown.length > 1 && <CategoryLinks shown={shown} />}
      <SearchTerms value={isSearching ? (word) => terms.some((term) => word.includes(term)) : undefined}>
        <div className="flex min-w-0 flex-col gap-10">
          {shown.map((category) => (
            <Category key={category.id} category={category} isFound={isSearching} />
          ))}
          {shown.length === 0 ? <NothingFound search={search} /> : <MoreQuestions />}
        </div>
      </SearchTerms>
    </ReadingPage>
  )
}

function countText(count: number, search: string): string {
  if (count === 0) return `Nothing was found for “${search}”.`
  return `${count} ${count === 1 ? 'question' : 'questions'} with “${search}”`
}

function Category({ category, isFound }: { category: FaqCategory; isFound: boolean }) {
  const { id, heading, questions } = category
  return (
    <div>
      <h2 id={id} className="text-lg font-semibold tracking-tight text-foreground">
        {heading}
      </h2>
      <div className="mt-3 divide-y divide-border rounded-lg border border-border bg-surface shadow-card">
        {questions.map((question) => (
          <FaqQuestion key={question.id} question={question} isFound={isFound} />
        ))}
      </div>
    </div>
  )
}

/** The categories above the questions, on screens without room beside them. */
function CategoryLinks({ shown }: { shown: readonly FaqCategory[] }) {
  return (
    <nav aria-label="Categories" className="lg:hidden">
      <ul className="flex flex-wrap gap-2">
        {shown.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-8 items-center rounded-full border border-border bg-surface px-4 text-sm font-medium text-foreground transition-colors hover:border-border-strong hover:bg-surface-sunken touch:min-h-11"
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No matching questions"
      text="Try fewer or different words, search the Help Center, or ask us. We reply by email."
      action={
        <>
          <Button asChild variant="secondary">
            <Link to="/help" search={{ search }}>
              Search the Help Center
            </Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to="/contact">Contact us</Link>
          </Button>
        </>
      }
    />
  )
}

function MoreQuestions() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg border border-border bg-surface p-4 sm:p-6">
      <div>
        <h2 className="text-base font-semibold text-foreground">Didn’t find your answer?</h2>
        <p className="mt-1 text-sm text-muted">Send us a message, and we’ll reply by email.</p>
      </div>
      <Button asChild>
        <Link to="/contact">Contact us</Link>
      </Button>
    </div>
  )
}

function FaqQuestion({ question, isFound }: { question: Section; isFound: boolean }) {
  const { id, heading, blocks } = question
  const isLinked = useHash() === id
  return (
    <section id={id}>
      <details open={isFound || isLinked} className="group">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-lg px-4 py-3 -outline-offset-2 hover:bg-surface-sunken/50 sm:px-5 [&::-webkit-details-marker]:hidden">
          <h3 className="text-base font-medium text-foreground">
            <MarkedText text={heading} />
          </h3>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="px-4 pb-5 sm:px-5 *:first:mt-0">
          <ProseBlocks blocks={blocks} />
        </div>
      </details>
    </section>
  )
}
