import { Link, linkOptions } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Clock } from 'lucide-react'
import { Page } from '../../../web/layout/page.tsx'
import { ProseBlocks, ProseSections } from '../../../web/prose/prose-view.tsx'
import type { Prose } from '../../../web/prose/prose.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type HelpSlug, helpArticles, helpCategories, helpSlugs } from '../help-rules.ts'
import { ContentsAbove, ContentsBeside } from './help/article-contents.tsx'
import { VideoCard } from './help/video-card.tsx'
import { videos } from './help/videos.ts'
import { WasThisHelpful } from './help/was-this-helpful.tsx'

export function HelpArticlePage({ slug, prose }: { slug: HelpSlug; prose: Prose }) {
  return (
    <Page>
      {/* Limits the line length for readability. */}
      <div className="grid gap-x-20 lg:grid-cols-[minmax(0,36rem)_minmax(0,18rem)] xl:gap-x-28">
        <div className="flex max-w-[36rem] min-w-0 flex-col gap-6">
          <ArticleHeader slug={slug} />
          <ContentsAbove sections={prose.sections} />
          <article aria-labelledby="article-title" className="flex flex-col gap-8 text-base">
            <div className="*:first:mt-0">
              <ProseBlocks blocks={prose.opening} />
            </div>
            <ProseSections sections={prose.sections} />
          </article>
          <footer className="mt-6 flex flex-col gap-6 border-t border-border pt-8">
            <AppLink slug={slug} />
            <ArticleVideos slug={slug} />
            <WasThisHelpful slug={slug} />
            <ArticleNeighbors slug={slug} />
          </footer>
        </div>
        <ContentsBeside sections={prose.sections} />
      </div>
    </Page>
  )
}

function ArticleHeader({ slug }: { slug: HelpSlug }) {
  const { title, category, minutes } = helpArticles[slug]
  return (
    <header className="flex flex-col gap-2">
      <BackToHelp />
      <h1 id="article-title" className="text-2xl font-semibold tracking-tight text-foreground sm:text-3xl">
        {title}
      </h1>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>{helpCategories[category]}</span>
        <span aria-hidden>·</span>
        <span className="flex items-center gap-1.5">
          <Clock aria-hidden className="size-4" />
          {minutes} min read
        </span>
      </p>
    </header>
  )
}

function AppLink({ slug }: { slug: HelpSlug }) {
  const link = appLinks[slug]
  if (!link) return null
  const { label, ...target } = link
  return (
    <Button asChild className="self-start">
      <Link {...target}>
        {label}
        <ArrowRight aria-hidden />
      </Link>
    </Button>
  )
}

function BackToHelp() {
  return (
    <Link
      to="/help"
      className="flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-foreground touch:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Help Center
    </Link>
  )
}

function ArticleVideos({ slug }: { slug: HelpSlug }) {
  const about = videos.filter(({ article }) => article === slug)
  if (about.length === 0) return null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {about.map((video) => (
        <VideoCard key={video.slug} video={video} level={2} hasArticleLink={false} />
      ))}
    </div>
  )
}

function ArticleNeighbors({ slug }: { slug: HelpSlug }) {
  const { category } = helpArticles[slug]
  const inCategory = helpSlugs.filter((other) => helpArticles[other].category === category)
  const index = inCategory.indexOf(slug)
  const previous = inCategory[index - 1]
  const next = inCategory[index + 1]
  return (
    <nav aria-label="More articles" className="grid gap-3 sm:grid-cols-2">
      {previous && <Neighbor slug={previous} isNext={false} />}
      {next && <Neighbor slug={next} isNext />}
    </nav>
  )
}

function Neighbor({ slug, isNext }: { slug: HelpSlug; isNext: boolean }) {
  const Arrow = isNext ? ArrowRight : ArrowLeft
  return (
    <Link
      to={`/help/${slug}`}
      className={classNames(
        'flex flex-col gap-0.5 rounded-lg border border-border bg-surface p-4 shadow-card hover:border-border-strong',
        isNext && 'items-end text-right sm:col-start-2',
      )}
    >
      <span
        className={classNames('flex items-center gap-1.5 text-sm text-muted', isNext && 'flex-row-reverse')}
      >
        <Arrow aria-hidden className="size-4" />
        {isNext ? 'Next' : 'Previous'}
      </span>
      <span className="font-medium text-foreground">{helpArticles[slug].title}</span>
    </Link>
  )
}

/** The page of the app that an article describes. The API description lies outside the app. */
const appLinks = {
  'creating-account': linkOptions({ to: '/signup', label: 'Create your account' }),
  'business-profile': linkOptions({ to: '/settings', label: 'Open Settings' }),
  'navigating-dashboard': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'cash-flow-basics': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'mobile-experience': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'first-invoice': linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  'recurring-invoices': linkOptions({ to: '/invoices/recurring', label: 'Open recurring invoices' }),
  'invoice-templates': linkOptions({ to: '/invoices/templates', label: 'Open invoice templates' }),
  'payment-reminders': linkOptions({
    to: '/settings',
    search: { tab: 'reminders' },
    label: 'Open reminder settings',
  }),
  'discounts-taxes': linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  expenses: linkOptions({ to: '/expenses/new', label: 'Add an expense' }),
  'bank-connections': linkOptions({ to: '/bank-connections', label: 'Open bank connections' }),
  transactions: linkOptions({ to: '/transactions', label: 'Open transactions' }),
  'plans-and-billing': linkOptions({
    to: '/settings',
    search: { tab: 'subscription' },
    label: 'Open your subscription',
  }),
  integrations: linkOptions({ to: '/integrations', label: 'Open integrations' }),
  api: undefined,
} as const satisfies Record<HelpSlug, unknown>
